import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import layout from "./layout.module.css";

interface FormButtonsProps {
  /** What sending the form does. */
  text: string;
  isPending: boolean;
  disabled?: boolean;
  className?: string | undefined;
  /** By default, the button sends its form. */
  onSend?: () => void;
  onCancel?: () => void;
}

/** The buttons at the end of a form: one sends it; the other leaves it, if it can be left. */
export function FormButtons({
  text,
  isPending,
  disabled = false,
  className = layout["inline"],
  onSend,
  onCancel,
}: FormButtonsProps) {
  const { t } = useTranslation();
  return (
    <div className={className}>
      <Button
        type={onSend === undefined ? "submit" : "button"}
        loading={isPending}
        disabled={disabled}
        onClick={onSend}
      >
        {text}
      </Button>
      {onCancel !== undefined && (
        <Button variant="default" onClick={onCancel}>
          {t("action.cancel")}
        </Button>
      )}
    </div>
  );
}
