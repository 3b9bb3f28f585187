import { ActionIcon, Button, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { catalogueOption } from "../../ui/catalogue-text.tsx";
import { Note } from "../../ui/note.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { controlInName } from "./control-in-name.ts";
import styles from "./evidence.module.css";
import { titleOf, useUploads } from "./use-uploads.ts";
import { useWaitingFiles, waitingFiles } from "./waiting-files.ts";

interface WaitingListProps {
  projectId: string;
  /** The controls to choose from, by number. */
  options: { value: string; label: string }[];
}

interface NamedFilesProps extends Pick<WaitingListProps, "options"> {
  files: readonly File[];
  onUpload: (file: File, control: string) => void;
}

/** Uploads in one step what names its control, such as "CC6.1 access review.pdf". */
function NamedFiles({ files, options, onUpload }: NamedFilesProps) {
  const { t } = useTranslation();
  const numbers = options.map(({ value }) => value);
  const named = files.flatMap((file) => {
    const control = controlInName(file.name, numbers);
    return control === null ? [] : [{ file, control }];
  });
  if (named.length === 0) return null;
  const uploadAll = () => named.forEach(({ file, control }) => onUpload(file, control));
  return (
    <div>
      <Button variant="light" mt="xs" onClick={uploadAll}>
        {t("upload.named", { count: named.length })}
      </Button>
    </div>
  );
}

/** Files that wait for their control: each can get one of its own, and the field above sets that of all. */
export function WaitingList({ projectId, options }: WaitingListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const files = useWaitingFiles(projectId);
  const { add } = useUploads(projectId);
  if (files.length === 0) return null;
  const upload = (file: File, controlId: string): void => {
    waitingFiles.remove(projectId, file);
    add([{ projectId, controlId, title: titleOf(file.name), file }]);
  };
  return (
    <>
      <p className={styles["waiting"]} role="status">
        <strong>{t("upload.waitingFor", { count: files.length })}</strong>{" "}
        <Note>{t("upload.waitingHint")}</Note>
      </p>
      <NamedFiles files={files} options={options} onUpload={upload} />
      <RowList label={t("upload.waitingFor", { count: files.length })} className={styles["reasons"]}>
        {files.map((file, index) => (
          <li key={`${index}-${file.name}`}>
            <div className={styles["waitingFile"]}>
              <span>
                {file.name} <Note>{format.bytes(file.size)}</Note>
              </span>
              <Select
                size="xs"
                aria-label={t("upload.controlOf", { name: file.name })}
                placeholder={t("upload.control")}
                searchable
                data={options}
                renderOption={catalogueOption}
                value={null}
                onChange={(control) => control !== null && upload(file, control)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t("upload.remove", { name: file.name })}
                onClick={() => waitingFiles.remove(projectId, file)}
              >
                <IconX size={16} />
              </ActionIcon>
            </div>
          </li>
        ))}
      </RowList>
    </>
  );
}
