import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "./copy-button.tsx";
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
  return (
    <div className={styles["shown"]} role="status">
      <strong>{label}</strong>
      <span>{t(secret.includes("\n") ? "shownOnce.noteOfMany" : "shownOnce.note")}</span>
      <code>{secret}</code>
      <div className={layout["inline"]}>
        <CopyButton text={secret} label={label} />
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
