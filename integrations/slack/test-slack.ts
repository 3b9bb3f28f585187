import type { IntegrationSettings } from "../../domain/integrations/integration-settings.ts";
import type { IntegrationResult } from "../../domain/integrations/integration.rules.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import { explainSilence, explainStatus, readJson } from "../explain-failure.ts";
import { missingScopes } from "./slack-scopes.ts";
import { slackProblem } from "./slack-failure.ts";

const NOT_INSTALLED = "There is no bot token yet: install the app in Slack";

function explainAnswer(answer: Record<string, unknown>, granted: string | null): IntegrationResult {
  if (answer["ok"] !== true) {
    const error = typeof answer["error"] === "string" ? answer["error"] : "no reason given";
    return { ok: false, problem: slackProblem(error), detail: `Slack returned an error: ${error}` };
  }
  const missing = granted === null ? [] : missingScopes(granted);
  if (missing.length > 0)
    return { ok: false, problem: "missing_permission", detail: `The bot lacks ${missing.join(", ")}` };
  const names = [answer["user"], answer["team"]].filter((name) => typeof name === "string");
  return { ok: true, detail: names.length === 0 ? "Slack accepts the token" : names.join(" in ") };
}

/** `auth.test`: the owner of the token and its scopes. */
export async function testSlack(
  outbound: Pick<Outbound, "fetch">,
  apiUrl: string,
  { bot_token: token }: IntegrationSettings<"slack">,
): Promise<IntegrationResult> {
  if (token === undefined) return { ok: false, problem: "not_installed", detail: NOT_INSTALLED };
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await outbound.fetch(new URL("auth.test", apiUrl), { method: "POST", headers });
    const answer = await readJson(response);
    if (answer === null || !response.ok)
      return explainStatus(response.status, `Slack answers ${response.status}`);
    return explainAnswer(answer, response.headers.get("x-oauth-scopes"));
  } catch (error) {
    return explainSilence(error);
  }
}
