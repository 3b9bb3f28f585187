import { randomInt } from "node:crypto";
import { signatureOf } from "../../integrations/whatsapp/inbound/verify-signature.ts";
import { newId } from "../../platform/ids.ts";
import type { Product, SignedIn } from "./product.ts";

export const APP_SECRET = "an-app-secret";
export const VERIFY_TOKEN = "a-verify-token";
const PHONE_NUMBER_ID = "123456789";

/** Configures the integration with the Graph API at this URL. */
export const setUpWhatsapp = (admin: SignedIn, apiUrl: string) =>
  admin.send("PUT", "/api/v1/integrations/whatsapp", {
    api_url: apiUrl,
    phone_number_id: PHONE_NUMBER_ID,
    access_token: "an-access-token",
    webhook_verify_token: VERIFY_TOKEN,
    app_secret: APP_SECRET,
  });

export const newNumber = (): string => `49${randomInt(10 ** 9, 10 ** 10)}`;

/** A message in Meta's format; `id` and `timestamp` are new by default. */
export const saying = (from: string, content: object): Record<string, unknown> => ({
  id: `wamid.${newId()}`,
  from,
  timestamp: String(Math.floor(Date.now() / 1_000)),
  ...content,
});
export const textOf = (body: string) => ({ type: "text", text: { body } });
export const documentOf = (id: string, filename: string, caption?: string, mimeType = "application/pdf") => ({
  type: "document",
  document: { id, filename, caption, mime_type: mimeType, sha256: "x" },
});
export const pressOf = (id: string) => ({
  type: "interactive",
  interactive: { type: "button_reply", button_reply: { id, title: "A button" } },
});

/** A delivery with these messages. */
export const deliveryOf = (messages: readonly object[], more: object = {}) => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: "1",
      changes: [
        {
          field: "messages",
          value: {
            messaging_product: "whatsapp",
            metadata: { phone_number_id: PHONE_NUMBER_ID },
            contacts: [],
            messages,
            ...more,
          },
        },
      ],
    },
  ],
});

/** Delivers a body like Meta; optionally with another signature, or none (null). */
export async function deliver(
  product: Product,
  body: unknown,
  signature?: string | null,
): Promise<{ status: number; text: string; type: string }> {
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const signed = signature === undefined ? signatureOf(bytes, APP_SECRET) : signature;
  const response = await product.anonymous.fetch("/webhooks/whatsapp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(signed === null ? {} : { "x-hub-signature-256": signed }),
    },
    body: bytes,
  });
  const type = response.headers.get("content-type") ?? "";
  return { status: response.status, text: await response.text(), type };
}
