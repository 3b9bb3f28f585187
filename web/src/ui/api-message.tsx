import type { i18n } from "i18next";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../http/api-error.ts";
import { useMessage, type Message } from "../i18n/use-message.ts";
import { entryOf } from "./entry-of.ts";
import { withSubject } from "./with-subject.ts";

/** The name of a field as forms show it, by the API's path; null for one that no form has. */
function labelOf(field: unknown, { exists, t }: Pick<i18n, "exists" | "t">): string | null {
  const names = typeof field === "string" ? field.split(".") : [];
  const keys = names.flatMap((name) => [`setting.${name}`, `fieldName.${name}`]);
  const known = keys.findLast((key) => exists(key));
  return known === undefined ? null : t(known as "fieldName.name");
}

interface FieldProblem {
  field: unknown;
  error: string;
  reason: string | null;
  values: Readonly<Record<string, unknown>>;
}

/** Rules follow the field's label; what is wrong with a file is a sentence of its own. */
const isSentence = (error: string): boolean => /^\p{Lu}/u.test(error);

/** What is wrong with a field, after its label if forms show one, in the user's language where possible. */
export function useFieldMessage(hasLabel = true): (problem: FieldProblem) => Message {
  const { t, i18n } = useTranslation();
  const say = useMessage();
  return ({ field, error, reason, values }) => {
    const name = hasLabel && !isSentence(error) ? labelOf(field, i18n) : null;
    const entry = entryOf(field);
    const label = name === null || entry === null ? name : t("problem.entry", { name, entry });
    const { text, lang } = say(reason === null ? null : `rule.${reason}`, error, values);
    return { text: label === null ? text : `${label}: ${text}`, ...(lang === undefined ? {} : { lang }) };
  };
}

interface MessageProps {
  error: ApiError;
  reason?: string | null;
  /** Whether the field it is about is named; false where it is obvious. */
  hasLabel?: boolean;
}

/** What the API says about an error, in the user's language where possible; about a field, with its label. */
function useApiMessage({ error: refusal, reason, hasLabel }: Required<MessageProps>): Message {
  const { i18n } = useTranslation();
  const say = useMessage();
  const ofField = useFieldMessage(hasLabel);
  const { message, details, values } = refusal;
  if (reason !== null && i18n.exists(`messages.problem.${reason}`))
    return withSubject(refusal, say(`problem.${reason}`, message, values));
  const { error, field } = details;
  if (labelOf(field, i18n) === null || typeof error !== "string") return say(null, message);
  return withSubject(refusal, ofField({ field, error, reason, values }));
}

/** What the API says about an error, in the user's language where possible. */
export function ApiMessage({ error, reason = error.reason, hasLabel = true }: MessageProps) {
  const { text, lang } = useApiMessage({ error, reason, hasLabel });
  return <span lang={lang}>{text}</span>;
}
