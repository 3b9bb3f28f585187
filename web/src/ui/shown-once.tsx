import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./shown-once.module.css";

/** A secret that no later response contains, to be copied now. */
export function ShownOnce({ label, secret }: { label: string; secret: string }) {
  const { t } = useTranslation();
  const { copy, copied } = useClipboard();
  return (
    <div className={styles["shown"]} role="status">
      <strong>{label}</strong>
      <span>{t("shownOnce.note")}</span>
      <code>{secret}</code>
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={() => copy(secret)}
        >
          {t(copied ? "shownOnce.copied" : "shownOnce.copy")}
        </Button>
      </div>
    </div>
  );
}
