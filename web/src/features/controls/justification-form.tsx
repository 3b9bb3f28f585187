import { Textarea } from "@mantine/core";
import type { SyntheticEvent } from "react";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import layout from "../../ui/layout.module.css";

interface JustificationFormProps {
  /** Under which the text is kept, until it was accepted. */
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
  const [text, write] = useDraft(draft);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== "") onSend(text.trim());
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
      <FormButtons text={action} isPending={isPending} disabled={text.trim() === ""} onCancel={onCancel} />
    </form>
  );
}
