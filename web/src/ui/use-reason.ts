import { useTranslation } from "react-i18next";
import { ApiError } from "../http/api-error.ts";
import { OutdatedChange } from "../http/use-guarded-change.ts";
import { useMessage } from "../i18n/use-message.ts";
import { withSubject } from "./with-subject.ts";

/** Why something failed, in one sentence: for a toast, which has no room for more. */
export function useReason(): (error: unknown) => string {
  const { t } = useTranslation();
  const say = useMessage();
  return (error) => {
    if (error instanceof OutdatedChange) return t("conflict.title");
    if (!(error instanceof ApiError)) return t("problem.ours");
    if (error.status === 0) return t("problem.away");
    if (error.isConflict) return t("conflict.title");
    const code = error.reason === null ? null : `problem.${error.reason}`;
    const shown = say(code, error.message, error.values);
    return withSubject(error, shown).text;
  };
}
