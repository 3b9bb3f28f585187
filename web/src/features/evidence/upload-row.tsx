import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../http/api-error.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { ApiMessage } from "../../ui/api-message.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Bar } from "../../ui/bar.tsx";
import { Note } from "../../ui/note.tsx";
import styles from "./evidence.module.css";
import { ReadingProgress } from "./reading-progress.tsx";
import type { Upload } from "./upload-queue.ts";

function State({ upload, onRetry }: { upload: Upload; onRetry: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { state } = upload;
  if (state.kind === "waiting") return <Badge tone="idle">{t("upload.waiting")}</Badge>;
  if (state.kind === "there") return <ReadingProgress evidenceId={state.evidence.id} />;
  if (state.kind === "sending") {
    const percent = format.percent(Math.round(100 * state.share));
    return (
      <>
        <Bar parts={[{ percent: 100 * state.share, tone: "accent" }]} label={percent} />
        <Note>{t("upload.sending", { percent })}</Note>
      </>
    );
  }
  const { error } = state;
  return (
    <>
      <Button className={styles["outcome"]} size="compact-xs" variant="default" onClick={onRetry}>
        {t("action.retry")}
      </Button>
      <div className={styles["why"]}>
        <Note>{error instanceof ApiError ? <ApiMessage error={error} /> : String(error)}</Note>
      </div>
    </>
  );
}

/** The progress of one file: uploading, then reading. */
export function UploadRow({ upload, onRetry }: { upload: Upload; onRetry: () => void }) {
  const { wanted, state } = upload;
  return (
    <li>
      <div className={styles["upload"]}>
        <span>
          {state.kind === "there" ? (
            <Link to="/evidence/$evidenceId" params={{ evidenceId: state.evidence.id }}>
              {wanted.file.name}
            </Link>
          ) : (
            wanted.file.name
          )}{" "}
          <Note>{wanted.controlId}</Note>
        </span>
        <State upload={upload} onRetry={onRetry} />
      </div>
    </li>
  );
}
