import { Button, Textarea } from "@mantine/core";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { useDraft } from "../../ui/use-draft.ts";
import layout from "../../ui/layout.module.css";

interface JustificationFormProps {
  /** Under which the text is kept until it is sent. */
  draft: string;
  /** The question, and the button that answers it. */
  label: string;
  action: string;
  isPending: boolean;
  onSend: (justification: string) => void;
  onCancel: () => void;
}

/** The reason why controls do not apply, which auditors read. */
export function JustificationForm({
  draft,
  label,
  action,
  isPending,
  onSend,
  onCancel,
}: JustificationFormProps) {
  const { t } = useTranslation();
  const [text, write] = useDraft(draft);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    onSend(text.trim());
    write("");
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <Textarea
        label={label}
        autoFocus
        rows={2}
        maxLength={2_000}
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <div className={layout["inline"]}>
        <Button type="submit" size="xs" loading={isPending} disabled={text.trim() === ""}>
          {action}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
