import type { IntegrationProblem } from "../../domain/integrations/integration.rules.ts";
import type { Outbound } from "../../platform/http/outbound.ts";
import { explainSilence, readJson } from "../explain-failure.ts";
import { bearer, codeOf, graphUrl, type WhatsappSettings } from "./graph-request.ts";
import { writeMessage, writeTemplate, type Outgoing } from "./outgoing.ts";
import { problemOfError, reactToError, type Reaction } from "./react-to-error.ts";

export type SendResult =
  | { ok: true }
  | {
      ok: false;
      reaction: Reaction;
      /** The problem with our settings; null if it concerns the recipient or is temporary. */
      problem: IntegrationProblem | null;
      /** For operators: codes, never a phone number or a text. */
      detail: string;
    };

async function post(
  outbound: Pick<Outbound, "fetch">,
  settings: WhatsappSettings,
  message: object,
): Promise<SendResult> {
  const headers = { ...bearer(settings), "content-type": "application/json" };
  const address = graphUrl(settings, `${settings.phone_number_id}/messages`);
  try {
    const body = JSON.stringify(message);
    const response = await outbound.fetch(address, { method: "POST", headers, body });
    if (response.ok) return { ok: true };
    const error = { status: response.status, code: codeOf(await readJson(response)) };
    const detail = `WhatsApp answers ${error.status}, code ${error.code ?? "none"}`;
    return { ok: false, reaction: reactToError(error), problem: problemOfError(error), detail };
  } catch (error) {
    const { problem, detail } = explainSilence(error);
    return { ok: false, reaction: problem === "wrong_address" ? "stop" : "retry", problem, detail };
  }
}

/**
 * Sends one message to a number: free text within a day of the user's last message, otherwise, or if Meta
 * says that the day is over, the template.
 */
export async function sendMessage(
  outbound: Pick<Outbound, "fetch">,
  settings: WhatsappSettings,
  { to, message, inWindow }: { to: string; message: Outgoing; inWindow: boolean },
): Promise<SendResult> {
  const common = { messaging_product: "whatsapp", recipient_type: "individual", to };
  const asTemplate = () =>
    post(outbound, settings, {
      ...common,
      ...writeTemplate(message, settings.template_name, settings.template_language),
    });
  if (!inWindow) return asTemplate();
  const sent = await post(outbound, settings, { ...common, ...writeMessage(message) });
  return !sent.ok && sent.reaction === "template" ? asTemplate() : sent;
}
