import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import layout from "./layout.module.css";

interface FormButtonsProps {
  /** What sending the form does. */
  text: string;
  isPending: boolean;
  disabled?: boolean;
  onCancel: () => void;
}

/** The two buttons at the end of a form: one sends it, the other leaves it. */
export function FormButtons({ text, isPending, disabled = false, onCancel }: FormButtonsProps) {
  const { t } = useTranslation();
  return (
    <div className={layout["inline"]}>
      <Button type="submit" loading={isPending} disabled={disabled}>
        {text}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {t("action.cancel")}
      </Button>
    </div>
  );
}
