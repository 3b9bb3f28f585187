import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import layout from "./layout.module.css";

interface ReadOnlyProps {
  /** Why the input cannot be saved. */
  text: string;
  onDiscard: () => void;
}

/** In place of the buttons of a form, once others have made its subject read-only. */
export function ReadOnlyNote({ text, onDiscard }: ReadOnlyProps) {
  const { t } = useTranslation();
  return (
    <>
      <p role="status">{text}</p>
      <div className={layout["inline"]}>
        <Button variant="default" onClick={onDiscard}>
          {t("draft.discard")}
        </Button>
      </div>
    </>
  );
}
