import type { ApiError } from "../http/api-error.ts";
import { useMessage } from "../i18n/use-message.ts";

/** What the API says about an error, in the user's language where possible. */
export function ApiMessage({ error, reason = error.reason }: { error: ApiError; reason?: string | null }) {
  const say = useMessage();
  const { text, lang } = say(reason === null ? null : `problem.${reason}`, error.message, error.details);
  return <span lang={lang}>{text}</span>;
}
