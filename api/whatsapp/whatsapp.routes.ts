import { z } from "zod";
import { refusedCredential } from "../../domain/audit-log/failed-authentication.ts";
import { storeInbound } from "../../domain/whatsapp/inbound-message.commands.ts";
import { readIntegration } from "../../domain/integrations/read-integration.ts";
import type { SecretBox } from "../../domain/secret-box.ts";
import { WhatsappDelivery, readMessages } from "../../integrations/whatsapp/inbound/read-messages.ts";
import { isSigned } from "../../integrations/whatsapp/inbound/verify-signature.ts";
import { isSameText } from "../../platform/crypto/crypto.ts";
import { forbidden, unauthorized, type AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { open } from "../access.ts";
import { defineRoute, type RawAnswer, type Route, type RouteContext } from "../route.ts";

interface WhatsappRouteDeps {
  secrets: SecretBox;
}

const HandshakeQuery = z.object({
  "hub.mode": z.string().max(100).optional().meta({ description: "`subscribe`" }),
  "hub.verify_token": z.string().max(2_000).optional().meta({ description: "The configured verify token" }),
  "hub.challenge": z.string().max(2_000).optional().meta({ description: "Returned unchanged" }),
});

const common = {
  path: "/webhooks/whatsapp",
  answer: "raw",
  produces: "text/plain",
} as const;

const plainText =
  (text: string): RawAnswer =>
  (response) =>
    void response.type("text/plain").send(text);

const handshake = ({ secrets }: WhatsappRouteDeps): Route =>
  defineRoute({
    ...common,
    method: "get",
    summary: "Webhook verification by Meta, answered with its challenge",
    access: open("Meta sends the verify token"),
    query: HandshakeQuery,
    answers: { 403: "The verify token is wrong or not configured" },
    act: async (ctx, { query }) => {
      const settings = await readIntegration(ctx.em, "whatsapp", secrets);
      const expected = settings?.webhook_verify_token;
      const isOurs = expected !== undefined && isSameText(query["hub.verify_token"] ?? "", expected);
      if (query["hub.mode"] !== "subscribe" || !isOurs) throw forbidden("The verify token is wrong");
      return query["hub.challenge"] ?? "";
    },
    present: plainText,
  });

function unsigned({ recordFailure }: RouteContext, reason: string): AppError {
  const about = { subjectKind: "integration", subjectId: "whatsapp" } as const;
  recordFailure(refusedCredential({ credential: "signature", reason }, about));
  return unauthorized(reason);
}

/** Messages are stored before Meta gets the acknowledgement; a workflow then answers them. */
const receive = ({ secrets }: WhatsappRouteDeps): Route =>
  defineRoute({
    ...common,
    method: "post",
    summary:
      "Receive WhatsApp messages, signed by Meta. Each is processed once, even if Meta delivers it again",
    access: open("Meta signs every delivery"),
    rawBody: WhatsappDelivery,
    answers: { 401: "The signature is wrong, or no app secret is configured" },
    act: async (ctx) => {
      const body: unknown = ctx.request.body;
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const settings = await readIntegration(ctx.em, "whatsapp", secrets);
      if (settings?.app_secret === undefined) throw unsigned(ctx, "No app secret is set to verify it");
      if (!isSigned(bytes, ctx.request.get("x-hub-signature-256"), settings.app_secret))
        throw unsigned(ctx, "X-Hub-Signature-256 does not match the body");
      const messages = await readMessages(bytes, settings.phone_number_id, ctx.clock.now());
      await storeInbound(
        ctx,
        messages.map((message) => ({ id: newId(), ...message })),
      );
      return "EVENT_RECEIVED";
    },
    present: plainText,
  });

export const createWhatsappRoutes = (deps: WhatsappRouteDeps): Route[] => [handshake(deps), receive(deps)];
