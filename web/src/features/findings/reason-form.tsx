import { Textarea } from "@mantine/core";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import type { FindingStatus } from "../../../../domain/findings/finding.rules.ts";
import { dayOf, endOfDay } from "../../i18n/day-bounds.ts";
import { DayField } from "../../ui/day-field.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { ReadOnlyNote } from "../../ui/read-only-note.tsx";
import layout from "../../ui/layout.module.css";
import type { FormDraft } from "../../ui/use-form-draft.ts";
import { useProfile } from "../identity/use-profile.ts";

export interface Decision {
  /** The status it leads to; null before anything is entered, and once it is cancelled. */
  to: FindingStatus | null;
  reason: string;
  /** The last day of an acceptance, as YYYY-MM-DD. */
  until: string;
}

interface ReasonFormProps {
  to: FindingStatus;
  draft: FormDraft<Decision>;
  isPending: boolean;
  /** Whether another change is being sent. */
  isBusy?: boolean;
  /** Once nothing changes any longer. */
  isReadOnly?: boolean;
  onMove: (until: string | undefined) => void;
  onCancel: () => void;
}

/** A decision has a reason, and an acceptance an end date. */
export function ReasonForm(props: ReasonFormProps) {
  const { to, draft, isPending, isBusy = false, isReadOnly = false, onMove, onCancel } = props;
  const { t } = useTranslation();
  const { timezone } = useProfile().preferences;
  const { fields, set } = draft;
  const isAcceptance = to === "accepted";
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onMove(isAcceptance ? endOfDay(fields.until, timezone) : undefined);
  };
  return (
    <form onSubmit={submit} className={layout["stack"]}>
      <Textarea
        label={
          to === "resolved"
            ? t("findings.howResolved")
            : t("findings.why", { status: t(`findingStatus.${to}`) })
        }
        required
        autoFocus
        readOnly={isReadOnly}
        rows={3}
        value={fields.reason}
        onChange={({ currentTarget }) => set({ ...fields, to, reason: currentTarget.value })}
      />
      {isAcceptance && (
        <DayField
          label={t("findings.until")}
          min={dayOf(new Date().toISOString(), timezone)}
          required
          readOnly={isReadOnly}
          value={fields.until}
          onChange={(day) => set({ ...fields, to, until: day })}
        />
      )}
      {isReadOnly ? (
        <ReadOnlyNote text={t("draft.archived")} onDiscard={onCancel} />
      ) : (
        <FormButtons
          text={t(`findingMove.${to}`)}
          isPending={isPending}
          disabled={isBusy}
          onCancel={onCancel}
        />
      )}
    </form>
  );
}
