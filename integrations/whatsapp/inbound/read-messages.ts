import { setImmediate as turn } from "node:timers/promises";
import { z } from "zod";
import { storableText } from "../../../domain/storable-text.rules.ts";
import type { InboundContent } from "../../../domain/whatsapp/inbound-message.rules.ts";
import type { Inbound } from "../../../domain/whatsapp/inbound-message.commands.ts";
import { parseJson } from "../../../platform/web/parse-json.ts";
import { schemaNames } from "../../../platform/web/schema-names.ts";
import { beginningOf } from "../../../platform/beginning-of.ts";
import { ownValue } from "../../../domain/own-value.rules.ts";

const NAME_MAX = 100;
const TEXT_MAX = 4_096;
const ID_MAX = 250;
/** The end of the year 9999. */
const LATEST_SECOND = 253_402_300_799;

const cleanText = z.string().transform(storableText);
const shortText = cleanText.transform((text) => beginningOf(text, NAME_MAX));
const longText = cleanText.transform((text) => beginningOf(text, TEXT_MAX));

const Media = z
  .object({
    id: z.string().regex(/^[\w.-]{1,200}$/),
    mime_type: cleanText,
    filename: longText.default(""),
    caption: longText.default(""),
  })
  .transform(({ id, mime_type: type, filename: fileName, caption }) => ({
    media: {
      id,
      mimeType: beginningOf(type.split(";")[0]!.trim().toLowerCase(), NAME_MAX),
      fileName,
      caption,
    },
  }));

/** The content of each type of message; other types are stored as unsupported. */
const CONTENT: Readonly<Record<string, z.core.$ZodType<InboundContent>>> = {
  text: z
    .object({ text: z.object({ body: longText }) })
    .transform(({ text }) => ({ type: "text", text: text.body })),
  image: z.object({ image: Media }).transform(({ image }) => ({ type: "media", ...image })),
  document: z.object({ document: Media }).transform(({ document }) => ({ type: "media", ...document })),
  interactive: z
    .object({
      interactive: z.object({ button_reply: z.object({ id: cleanText.pipe(z.string().max(ID_MAX)) }) }),
    })
    .transform(({ interactive }) => ({ type: "button", button: interactive.button_reply.id })),
};

const Message = z.looseObject({
  id: z
    .string()
    .max(ID_MAX)
    .regex(/^[!-~]+$/),
  from: z.string().regex(/^\d{5,20}$/),
  type: z.string().catch(""),
  timestamp: z.coerce.number().int().positive().max(LATEST_SECOND).optional().catch(undefined),
});
const Contact = z.object({ wa_id: z.string(), profile: z.object({ name: shortText }) });
const Value = z.object({
  metadata: z.object({ phone_number_id: z.string() }).optional().catch(undefined),
  contacts: z.array(z.unknown()).catch([]),
  messages: z.array(z.unknown()).catch([]),
});
const Change = z.object({ field: z.literal("messages"), value: Value });

/** The body of a delivery: its documented schema, and all that is checked before its messages. */
export const WhatsappDelivery = z
  .object({
    object: z.literal("whatsapp_business_account"),
    entry: z.array(
      z.object({ changes: z.array(z.object({ field: z.string(), value: z.looseObject({}).optional() })) }),
    ),
  })
  .meta({ description: "A notification of WhatsApp's Cloud API; unknown fields are ignored" })
  .register(schemaNames, { id: "WhatsappDelivery" });

/** The values that match the schema; yields to other work now and then. */
async function parsed<T>(schema: z.core.$ZodType<T>, values: readonly unknown[]): Promise<T[]> {
  const found: T[] = [];
  for (const [n, value] of values.entries()) {
    if (n % 100 === 99) await turn();
    const result = z.safeParse(schema, value);
    if (result.success) found.push(result.data);
  }
  return found;
}

function contentOf(message: z.infer<typeof Message>): InboundContent {
  const schema = ownValue(CONTENT, message.type);
  const content = schema && z.safeParse(schema, message);
  return content?.success === true ? content.data : { type: "other" };
}

async function messagesOf({ contacts, messages }: z.infer<typeof Value>, now: Date): Promise<Inbound[]> {
  const people = await parsed(Contact, contacts);
  const names = new Map(people.map(({ wa_id: id, profile }) => [id, profile.name]));
  return (await parsed(Message, messages)).map((message) => ({
    person: {
      kind: "whatsapp",
      externalId: message.from,
      displayName: names.get(message.from) ?? `+${message.from}`,
    },
    externalMessageId: message.id,
    sentAt: message.timestamp === undefined ? now : new Date(message.timestamp * 1_000),
    content: contentOf(message),
  }));
}

/** Meta sends one or a few messages at a time, and at most 1,000. */
const BOUNDS = { values: 50_000 };

async function readJson(body: Uint8Array): Promise<unknown> {
  try {
    return await parseJson(Buffer.from(body), BOUNDS);
  } catch {
    return null;
  }
}

/**
 * The messages to our number, in order. Everything else (statuses of our messages, other numbers, new types)
 * is skipped without an error, because Meta would otherwise redeliver it again and again.
 */
export async function readMessages(body: Uint8Array, phoneNumberId: string, now: Date): Promise<Inbound[]> {
  const delivery = WhatsappDelivery.safeParse(await readJson(body));
  if (!delivery.success) return [];
  const all = delivery.data.entry.flatMap(({ changes }) => changes);
  const values = (await parsed(Change, all)).map(({ value }) => value);
  const found: Inbound[] = [];
  for (const value of values)
    if ((value.metadata?.phone_number_id ?? phoneNumberId) === phoneNumberId)
      found.push(...(await messagesOf(value, now)));
  return found;
}
