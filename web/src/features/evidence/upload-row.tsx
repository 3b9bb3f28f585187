import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../http/api-error.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { ApiMessage } from "../../ui/api-message.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Bar } from "../../ui/bar.tsx";
import { Note } from "../../ui/note.tsx";
import styles from "./evidence.module.css";
import { evidenceQuery, ingestionQuery } from "./evidence.queries.ts";
import { mayRetry } from "./may-retry.ts";
import { ReadingProgress } from "./reading-progress.tsx";
import type { Upload } from "./upload-queue.ts";

interface RowProps {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}

/** What the project has already with the same bytes: among many files, no one looks at the quality of each. */
function SameFile({ evidenceId }: { evidenceId: string }) {
  const { t } = useTranslation();
  const isRead = useQuery(ingestionQuery(evidenceId)).data?.chunking_status === "COMPLETED";
  const [same] = useQuery({ ...evidenceQuery(evidenceId), enabled: isRead }).data?.duplicates ?? [];
  if (same === undefined) return null;
  return (
    <div className={styles["why"]}>
      <Note>
        {t("viewer.sameAs")}{" "}
        <Link to="/evidence/$evidenceId" params={{ evidenceId: same.id }}>
          {same.title}
        </Link>
      </Note>
    </div>
  );
}

function State({ upload, onRetry, onRemove }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { state } = upload;
  if (state.kind === "waiting") return <Badge tone="idle">{t("upload.waiting")}</Badge>;
  if (state.kind === "lost") return <Badge tone="warn">{t("upload.connectionLost")}</Badge>;
  if (state.kind === "there")
    return (
      <>
        <ReadingProgress evidenceId={state.evidence.id} />
        <SameFile evidenceId={state.evidence.id} />
      </>
    );
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
      <span className={styles["outcome"]}>
        {mayRetry(error) ? (
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            {t("action.retry")}
          </Button>
        ) : (
          <Badge tone="bad">{t("upload.refused")}</Badge>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t("upload.remove", { name: upload.wanted.file.name })}
          onClick={onRemove}
        >
          <IconX size={15} />
        </ActionIcon>
      </span>
      <div className={styles["why"]}>
        <Note>
          {error instanceof ApiError ? <ApiMessage error={error} hasLabel={false} /> : String(error)}
        </Note>
      </div>
    </>
  );
}

/** The progress of one file: uploading, then reading. */
export function UploadRow(props: RowProps) {
  const { wanted, state } = props.upload;
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
        <State {...props} />
      </div>
    </li>
  );
}
