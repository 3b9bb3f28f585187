import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ApiError } from "../http/api-error.ts";
import { ApiMessage } from "./api-message.tsx";
import styles from "./surface.module.css";

/** A suggestion for solving the problem. */
function useAdvice(error: unknown): { title: string; advice: string } {
  const { t } = useTranslation();
  if (!(error instanceof ApiError)) return { title: t("problem.ours"), advice: t("problem.oursAdvice") };
  if (error.status === 0) return { title: t("problem.away"), advice: t("problem.awayAdvice") };
  if (error.status === 403) return { title: t("problem.denied"), advice: t("problem.deniedAdvice") };
  if (error.status === 404) return { title: t("problem.missing"), advice: t("problem.missingAdvice") };
  if (error.isPassing) return { title: t("problem.busy"), advice: t("problem.busyAdvice") };
  if (error.status >= 500) return { title: t("problem.failed"), advice: t("problem.failedAdvice") };
  return { title: t("problem.refused"), advice: t("problem.refusedAdvice") };
}

/** Whether the API says more than the title: neither without an answer, nor about its own mistakes. */
const isExplained = ({ status, code }: ApiError): boolean => status !== 0 && code !== "INTERNAL_ERROR";

/** A failure with its reason, the remedy, and the request id for operators. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation();
  const { title, advice } = useAdvice(error);
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className={styles["problem"]} role="alert">
      <strong>{title}</strong>
      {error instanceof ApiError && isExplained(error) && <ApiMessage error={error} />}
      <span className={styles["note"]}>{advice}</span>
      {requestId !== null && (
        <span className={styles["note"]}>
          {t("problem.request")} <code>{requestId}</code>
        </span>
      )}
      {onRetry !== undefined && (
        <div className={styles["actions"]}>
          <Button variant="default" onClick={onRetry}>
            {t("action.retry")}
          </Button>
        </div>
      )}
    </div>
  );
}
