import { useHotkeys } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Modal } from "../ui/modal.tsx";
import styles from "./keys-help.module.css";

const KEYS = [
  ["Ctrl K", "search"],
  ["N", "notifications"],
  ["?", "help"],
  ["Esc", "close"],
  ["A", "approve"],
  ["R", "reject"],
  ["J", "next"],
  ["K", "previous"],
  ["X", "choose"],
  ["Shift X", "chooseAll"],
  ["Shift A", "approveMany"],
  ["Shift R", "rejectMany"],
  ["↑ ↓", "rows"],
  ["Ctrl Enter", "send"],
] as const;

/** `?` lists the keyboard shortcuts. */
export function KeysHelp() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useHotkeys([["shift+?", () => setOpen(true)]]);
  if (!open) return null;
  return (
    <Modal label={t("keys.title")} onClose={() => setOpen(false)}>
      <div className={styles["help"]}>
        <h2>{t("keys.title")}</h2>
        <dl>
          {KEYS.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(`keys.${what}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Modal>
  );
}
