import type { IntegrationProblem, IntegrationResult } from "../../domain/integrations/integration.rules.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import { explainSilence, explainStatus, readJson } from "../explain-failure.ts";
import { bearer, codeOf, graphUrl, type WhatsappSettings } from "./graph-request.ts";

/** Graph API codes (https://developers.facebook.com/docs/graph-api/guides/error-handling). */
const PROBLEMS: Readonly<Record<number, IntegrationProblem>> = {
  10: "missing_permission",
  100: "wrong_address",
  190: "bad_credentials",
  200: "missing_permission",
  4: "rate_limited",
  80007: "rate_limited",
};

/** Reads the phone number that sends messages. */
export async function testWhatsapp(
  outbound: Pick<Outbound, "fetch">,
  settings: WhatsappSettings,
): Promise<IntegrationResult> {
  try {
    const path = `${settings.phone_number_id}?fields=display_phone_number,verified_name`;
    const response = await outbound.fetch(graphUrl(settings, path), { headers: bearer(settings) });
    const answer = await readJson(response);
    if (response.ok && answer !== null)
      return {
        ok: true,
        detail: `${String(answer["verified_name"])}, ${String(answer["display_phone_number"])}`,
      };
    const { message } = (answer?.["error"] ?? {}) as { message?: string };
    const detail = message ?? `WhatsApp answers ${response.status}`;
    const problem = PROBLEMS[codeOf(answer) ?? Number.NaN];
    return problem === undefined ? explainStatus(response.status, detail) : { ok: false, problem, detail };
  } catch (error) {
    return explainSilence(error);
  }
}
