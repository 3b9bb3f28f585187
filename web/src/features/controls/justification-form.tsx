import { Textarea } from "@mantine/core";
import type { SyntheticEvent } from "react";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { ReadOnlyNote } from "../../ui/read-only-note.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import layout from "../../ui/layout.module.css";

interface JustificationFormProps {
  /** Under which the text is kept, until it was accepted. */
  draft: string;
  /** The question, and the button that answers it. */
  label: string;
  action: string;
  isPending: boolean;
  /** Whether another change is being sent. */
  isBusy?: boolean;
  /** Why nothing can be sent any longer; the text stays. */
  closed?: string | undefined;
  onSend: (justification: string) => void;
  onCancel: () => void;
}

/** The reason why controls do not apply, which auditors read. */
export function JustificationForm({
  draft,
  label,
  action,
  isPending,
  isBusy = false,
  closed,
  onSend,
  onCancel,
}: JustificationFormProps) {
  const [text, write] = useDraft(draft);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== "" && closed === undefined) onSend(text.trim());
  };
  const discard = () => {
    write("");
    onCancel();
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <Textarea
        label={label}
        autoFocus
        rows={2}
        maxLength={2_000}
        readOnly={closed !== undefined}
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      {closed === undefined ? (
        <FormButtons
          text={action}
          isPending={isPending}
          disabled={isBusy || text.trim() === ""}
          onCancel={onCancel}
        />
      ) : (
        <ReadOnlyNote text={closed} onDiscard={discard} />
      )}
    </form>
  );
}
