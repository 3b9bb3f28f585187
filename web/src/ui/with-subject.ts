import type { ApiError } from "../http/api-error.ts";
import type { Message } from "../i18n/use-message.ts";

/** Of several findings, the refused one is named, as it already is in the API's own message. */
export function withSubject({ message, details }: ApiError, shown: Message): Message {
  const { finding_title: title } = details;
  if (typeof title !== "string" || shown.text === message) return shown;
  return { ...shown, text: `${title}: ${shown.text}` };
}
