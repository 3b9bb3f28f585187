import type { i18n } from "i18next";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../http/api-error.ts";
import { useMessage, type Message } from "../i18n/use-message.ts";

/** The name of a field as forms show it, by the API's path; null for one that no form has. */
function labelOf(field: unknown, { exists, t }: Pick<i18n, "exists" | "t">): string | null {
  const names = typeof field === "string" ? field.split(".") : [];
  const keys = names.flatMap((name) => [`setting.${name}`, `fieldName.${name}`]);
  const known = keys.findLast((key) => exists(key));
  return known === undefined ? null : t(known as "fieldName.name");
}

/** What the API says about an error, in the user's language where possible; about a field, with its label. */
function useApiMessage({ message, details }: ApiError, reason: string | null): Message {
  const { i18n } = useTranslation();
  const say = useMessage();
  const values = { ...details, ...(details["values"] as object | undefined) };
  const label = labelOf(details["field"], i18n);
  if (reason !== null && i18n.exists(`messages.problem.${reason}`))
    return say(`problem.${reason}`, message, values);
  const { error } = details;
  if (label === null || typeof error !== "string") return say(null, message);
  const { text, lang } = say(reason === null ? null : `rule.${reason}`, error, values);
  return { text: `${label}: ${text}`, ...(lang === undefined ? {} : { lang }) };
}

/** What the API says about an error, in the user's language where possible. */
export function ApiMessage({ error, reason = error.reason }: { error: ApiError; reason?: string | null }) {
  const { text, lang } = useApiMessage(error, reason);
  return <span lang={lang}>{text}</span>;
}
