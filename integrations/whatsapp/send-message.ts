import type { IntegrationProblem } from "../../domain/integrations/integration.rules.ts";
import { OutboundError, type Outbound } from "../../platform/http/outbound.ts";
import { explainSilence, readJson } from "../explain-failure.ts";
import { bearer, codeOf, graphUrl, type WhatsappSettings } from "./graph-request.ts";
import { writeMessage, writeTemplate, type Outgoing } from "./outgoing.ts";
import { problemOfError, reactToError, type Reaction } from "./react-to-error.ts";

export type Sent =
  | { ok: true }
  | {
      ok: false;
      reaction: Reaction;
      /** What is wrong with our settings; null when it is about the person, or passes. */
      problem: IntegrationProblem | null;
      /** For operators: codes, never a number or a text. */
      detail: string;
    };

async function post(
  outbound: Pick<Outbound, "fetch">,
  settings: WhatsappSettings,
  message: object,
): Promise<Sent> {
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
    if (!(error instanceof OutboundError)) throw error;
    const { problem, detail } = explainSilence(error);
    return { ok: false, reaction: problem === "wrong_address" ? "stop" : "retry", problem, detail };
  }
}

/**
 * Sends one message to a number. Free text while they wrote within a day, the template otherwise, and also where Meta
 * finds that the day is over.
 */
export async function sendMessage(
  outbound: Pick<Outbound, "fetch">,
  settings: WhatsappSettings,
  { to, message, inWindow }: { to: string; message: Outgoing; inWindow: boolean },
): Promise<Sent> {
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
