import { Button, Textarea } from "@mantine/core";
import { useEffect, useRef, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import styles from "./review.module.css";

interface ReasonFormProps {
  label: string;
  hint: string;
  action: string;
  reason: string;
  onReason: (text: string) => void;
  isOptional?: boolean;
  isPending: boolean;
  onSend: () => void;
  onCancel: () => void;
}

/** The reason for a decision, which is sent with Ctrl+Enter like every form. */
export function ReasonForm({
  label,
  hint,
  action,
  reason,
  onReason,
  isOptional = false,
  isPending,
  onSend,
  onCancel,
}: ReasonFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  // The field has the focus, but its buttons may be below the window.
  useEffect(() => {
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const isMissing = !isOptional && reason.trim() === "";
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isMissing && !isPending) onSend();
  };
  return (
    <form ref={form} className={`${styles["decide"]} ${styles["reason"]}`} onSubmit={submit}>
      <Textarea
        label={label}
        description={hint}
        autoFocus
        rows={3}
        maxLength={2_000}
        value={reason}
        onChange={({ currentTarget }) => onReason(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
        }}
      />
      <div className={styles["buttons"]}>
        <Button size="sm" type="submit" loading={isPending} disabled={isMissing}>
          {action}
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
