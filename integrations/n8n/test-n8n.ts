import type { IntegrationSettings } from "../../domain/integrations/integration-settings.ts";
import type { IntegrationResult } from "../../domain/integrations/integration.rules.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import { explainSilence, explainStatus, readJson } from "../explain-failure.ts";

/** Lists one workflow through n8n's public API. The detail is what n8n says, or its status. */
export async function testN8n(
  outbound: Pick<Outbound, "fetch">,
  { instance_address: address, api_token: token }: IntegrationSettings<"n8n">,
): Promise<IntegrationResult> {
  try {
    const url = `${address.replace(/\/$/, "")}/api/v1/workflows?limit=1`;
    const response = await outbound.fetch(url, { headers: { "X-N8N-API-KEY": token } });
    const answer = await readJson(response);
    if (response.ok && Array.isArray(answer?.["data"])) return { ok: true, detail: "" };
    if (response.ok) return { ok: false, problem: "wrong_address", detail: "" };
    const message = typeof answer?.["message"] === "string" ? answer["message"] : `HTTP ${response.status}`;
    return explainStatus(response.status, message);
  } catch (error) {
    return explainSilence(error);
  }
}
