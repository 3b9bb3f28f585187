import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isOutdated } from "../http/use-guarded-change.ts";
import layout from "./layout.module.css";

interface SaveButtonsProps {
  change: { error: Error | null; isPending: boolean };
  /** By default "Save". */
  text?: string | undefined;
  disabled?: boolean;
  className?: string | undefined;
  /** By default, the button sends its form. */
  onSave?: () => void;
  onCancel?: () => void;
}

/** The buttons of a guarded change. While the user has to choose between two versions, those offer their own. */
export function SaveButtons({
  change,
  text,
  disabled = false,
  className = layout["inline"],
  onSave,
  onCancel,
}: SaveButtonsProps) {
  const { t } = useTranslation();
  if (isOutdated(change)) return null;
  return (
    <div className={className}>
      <Button
        type={onSave === undefined ? "submit" : "button"}
        loading={change.isPending}
        disabled={disabled}
        onClick={onSave}
      >
        {text ?? t("action.save")}
      </Button>
      {onCancel !== undefined && (
        <Button variant="default" onClick={onCancel}>
          {t("action.cancel")}
        </Button>
      )}
    </div>
  );
}
