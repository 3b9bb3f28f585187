import { Button, Select } from "@mantine/core";
import { IconCloudUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type DragEvent } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { controlsQuery } from "../controls/control.queries.ts";
import { filesIn } from "./files-in.ts";
import styles from "./evidence.module.css";
import { UploadRow } from "./upload-row.tsx";
import { titleOf, useUploads } from "./use-uploads.ts";

const ACCEPTED = ".pdf,.docx,.doc,.xlsx,.xls,.png,.jpg,.jpeg";

interface DropZoneProps {
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Accepts files and folders by drag and drop or from a file dialog. */
function DropZone({ disabled, onFiles }: DropZoneProps) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles(await filesIn(event.dataTransfer));
  };
  return (
    <div
      className={styles["drop"]}
      data-over={over && !disabled}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <IconCloudUpload size={24} stroke={1.5} aria-hidden />
      <Note>{t(disabled ? "upload.chooseFirst" : "upload.drop")}</Note>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label={t("upload.choose")}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      <Button size="xs" variant="default" disabled={disabled} onClick={() => input.current?.click()}>
        {t("upload.choose")}
      </Button>
    </div>
  );
}

/** Uploads evidence: choose the control and the files, and see the result of each. */
export function UploadCard({ projectId, forControl }: { projectId: string; forControl: string | undefined }) {
  const { t } = useTranslation();
  const controls = useQuery(controlsQuery(projectId)).data ?? [];
  const [control, setControl] = useState<string | null>(forControl ?? null);
  const { uploads, add, retry, clear } = useUploads();
  const take = (files: readonly File[]) =>
    add(files.map((file) => ({ projectId, controlId: control!, title: titleOf(file.name), file })));
  const areAllThere = uploads.length > 0 && uploads.every(({ state }) => state.kind === "there");
  return (
    <Card
      title={t("upload.title")}
      aside={
        areAllThere && (
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
        data={controls
          .filter(({ not_applicable: isOut }) => !isOut)
          .map(({ number, title }) => ({ value: number, label: `${number} ${title}` }))}
        value={control}
        onChange={setControl}
      />
      <DropZone disabled={control === null} onFiles={take} />
      <ul className={styles["reasons"]} aria-live="polite">
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} onRetry={() => retry(upload.key)} />
        ))}
      </ul>
    </Card>
  );
}
