import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy, IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import layout from "./layout.module.css";
import styles from "./shown-once.module.css";

interface ShownOnceProps {
  label: string;
  secret: string;
  /** The name of a text file, to keep what is not for a password manager. */
  file?: string;
}

/** A secret that no later response contains, to be copied or saved now. */
export function ShownOnce({ label, secret, file }: ShownOnceProps) {
  const { t } = useTranslation();
  const { copy, copied } = useClipboard();
  return (
    <div className={styles["shown"]} role="status">
      <strong>{label}</strong>
      <span>{t("shownOnce.note")}</span>
      <code>{secret}</code>
      <div className={layout["inline"]}>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={() => copy(secret)}
        >
          {t(copied ? "shownOnce.copied" : "shownOnce.copy")}
        </Button>
        {file !== undefined && (
          <Button
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${secret}\n`)}`}
            download={file}
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            {t("shownOnce.download")}
          </Button>
        )}
      </div>
    </div>
  );
}
