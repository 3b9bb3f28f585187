import { Button, Select } from "@mantine/core";
import { IconCloudUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { catalogueOption } from "../../ui/catalogue-text.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Note } from "../../ui/note.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { controlsQuery } from "../controls/control.queries.ts";
import { ACCEPTED_FILES } from "./accepted-files.ts";
import styles from "./evidence.module.css";
import { mayRetry } from "./may-retry.ts";
import { UploadRow } from "./upload-row.tsx";
import { titleOf, useUploads } from "./use-uploads.ts";
import { useWaitingFiles, waitingFiles } from "./waiting-files.ts";
import { WaitingList } from "./waiting-list.tsx";

/** A file dialog, for those who do not drop files and folders. */
function ChooseFiles({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles["drop"]}>
      <IconCloudUpload size={24} stroke={1.5} aria-hidden />
      <Note>{t("upload.drop")}</Note>
      <FileButton text={t("upload.choose")} accept={ACCEPTED_FILES} isMultiple onFiles={onFiles} />
    </div>
  );
}

interface LostProps {
  names: readonly string[];
  onForget: () => void;
}

/** Files that a reload has taken from the window, which cannot keep them. */
function Lost({ names, onForget }: LostProps) {
  const { t } = useTranslation();
  if (names.length === 0) return null;
  return (
    <p className={styles["waiting"]} role="status">
      <strong>{t("upload.lost", { count: names.length })}</strong> <Note>{names.join(", ")}</Note>{" "}
      <Button size="compact-xs" variant="subtle" onClick={onForget}>
        {t("upload.forget")}
      </Button>
    </p>
  );
}

type Uploads = ReturnType<typeof useUploads>["uploads"];

const isDone = ({ state: { kind } }: Uploads[number]): boolean => kind === "there" || kind === "failed";

/** How many of the files were refused, and how many can be sent again, among many others. */
function Failures({ uploads, onRetry }: { uploads: Uploads; onRetry: (key: number) => void }) {
  const { t } = useTranslation();
  const failed = uploads.filter(({ state }) => state.kind === "failed");
  const again = failed.filter(({ state }) => "error" in state && mayRetry(state.error));
  const [refused, count] = [failed.length - again.length, uploads.length];
  if (failed.length === 0) return null;
  return (
    <div role="status">
      {refused > 0 && (
        <p className={styles["waiting"]}>
          <strong>{t("upload.refusedOf", { refused, count })}</strong>
        </p>
      )}
      {again.length > 0 && (
        <p className={styles["waiting"]}>
          <strong>{t("upload.notArrivedOf", { failed: again.length, count })}</strong>{" "}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => again.forEach(({ key }) => onRetry(key))}
          >
            {t("upload.retryAll", { count: again.length })}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Uploads the waiting files as soon as their control is known. */
function useUploadOfWaiting(projectId: string, control: string | null, onSend: () => void) {
  const waiting = useWaitingFiles(projectId);
  const uploads = useUploads(projectId);
  const { add } = uploads;
  useEffect(() => {
    if (control === null || waiting.length === 0) return;
    const files = waitingFiles.take(projectId);
    add(files.map((file) => ({ projectId, controlId: control, title: titleOf(file.name), file })));
    onSend();
  }, [projectId, control, waiting, add, onSend]);
  return { ...uploads, waiting };
}

/** Uploads evidence: choose the control and the files, and see the result of each. */
export function UploadCard({ projectId, forControl }: { projectId: string; forControl: string | undefined }) {
  const { t } = useTranslation();
  const options = (useQuery(controlsQuery(projectId)).data ?? [])
    .filter(({ not_applicable: isOut }) => !isOut)
    .map(({ number, title }) => ({ value: number, label: `${number} ${title}` }));
  const [kept, keep] = useDraft(`upload.${projectId}`);
  const [control, setControl] = useState(forControl ?? (kept === "" ? null : kept));
  const choose = (number: string | null): void => {
    setControl(number);
    keep(number ?? "");
  };
  const { waiting, uploads, retry, remove, clear } = useUploadOfWaiting(projectId, control, () => keep(""));
  const [lost, setLost] = useState(() => waitingFiles.lost(projectId));
  const here = new Set([...waiting, ...uploads.map(({ wanted }) => wanted.file)].map(({ name }) => name));
  const areAllDone = uploads.length > 0 && uploads.every(isDone);
  return (
    <Card
      title={t("upload.title")}
      aside={
        areAllDone && (
          <Button size="compact-xs" variant="subtle" onClick={clear}>
            {t("upload.clear")}
          </Button>
        )
      }
    >
      <Select
        label={t("upload.control")}
        placeholder={t("upload.controlHint")}
        searchable
        mb="sm"
        data={options}
        renderOption={catalogueOption}
        value={control}
        onChange={choose}
      />
      <ChooseFiles onFiles={(files) => waitingFiles.add(projectId, files)} />
      <Lost
        names={lost.filter((name) => !here.has(name))}
        onForget={() => {
          waitingFiles.forgetLost(projectId);
          setLost([]);
        }}
      />
      <WaitingList projectId={projectId} options={options} />
      {areAllDone && <Failures uploads={uploads} onRetry={retry} />}
      <ul {...useKeptFocus<HTMLUListElement>()} className={styles["reasons"]} aria-live="polite">
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onRetry={() => retry(upload.key)}
            onRemove={() => remove(upload.key)}
          />
        ))}
      </ul>
    </Card>
  );
}
