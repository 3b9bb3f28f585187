import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import type { FindingStatus } from "../../../../domain/findings/finding.rules.ts";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { Note } from "../../ui/note.tsx";
import { ApiError } from "../../http/api-error.ts";
import { Conflict } from "../../ui/conflict.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import type { FormDraft } from "../../ui/use-form-draft.ts";
import layout from "../../ui/layout.module.css";
import { dayOf, endOfDay } from "../../i18n/day-bounds.ts";
import { useProfile } from "../identity/use-profile.ts";
import { projectQuery } from "../projects/project.queries.ts";
import type { FindingDetail } from "./finding.queries.ts";
import { mustExplain } from "./must-explain.ts";
import { useMove, type Move } from "./use-move.ts";

interface Decision {
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
  onMove: (until: string | undefined) => void;
  onCancel: () => void;
}

const NOTHING: Decision = { to: null, reason: "", until: "" };

/** Accepting again changes the end of an acceptance, or its reason. */
const acceptanceOf = (
  { status, status_reason: reason, accepted_until: until }: FindingDetail,
  timezone: string,
): Decision => ({
  to: status,
  reason: reason ?? "",
  until: until === null ? "" : dayOf(until, timezone),
});

/** A decision has a reason, and an acceptance an end date. */
function ReasonForm({ to, draft, isPending, onMove, onCancel }: ReasonFormProps) {
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
        rows={3}
        value={fields.reason}
        onChange={({ currentTarget }) => set({ ...fields, to, reason: currentTarget.value })}
      />
      {isAcceptance && (
        <DayField
          label={t("findings.until")}
          min={dayOf(new Date().toISOString(), timezone)}
          required
          value={fields.until}
          onChange={(day) => set({ ...fields, to, until: day })}
        />
      )}
      <FormButtons text={t(`findingMove.${to}`)} isPending={isPending} onCancel={onCancel} />
    </form>
  );
}

/** Someone else was faster: what they did, and what the user requested. */
function FasterOther({ finding, mine, onAgain, onLeave }: FasterOtherProps) {
  const { t } = useTranslation();
  const lineOf = (status: FindingStatus, reason: string | null | undefined): string =>
    [t(`findingStatus.${status}`), reason ?? ""].filter((part) => part !== "").join(": ");
  return (
    <Conflict
      differences={[
        {
          label: t("findings.status"),
          mine: lineOf(mine.status, mine.reason),
          theirs: lineOf(finding.status, finding.status_reason),
        },
      ]}
      onLeave={onLeave}
      {...(onAgain === null ? {} : { onAgain })}
    />
  );
}

interface FasterOtherProps {
  finding: FindingDetail;
  mine: Move;
  /** Null if this transition is no longer possible. */
  onAgain: (() => void) | null;
  onLeave: () => void;
}

interface MovesProps {
  finding: FindingDetail;
  allowed: readonly FindingStatus[];
  isPending: boolean;
  onMove: (to: FindingStatus) => void;
}

function Moves({ finding: { project_id: projectId, status }, allowed, isPending, onMove }: MovesProps) {
  const { t } = useTranslation();
  const isArchived = useQuery(projectQuery(projectId)).data?.status === "archived";
  if (allowed.length === 0) return <Note>{t(isArchived ? "project.readOnly" : "findings.noMoves")}</Note>;
  return (
    <div className={layout["toolbar"]}>
      {allowed.map((to) => (
        <Button key={to} variant="default" loading={isPending} onClick={() => onMove(to)}>
          {t(to === status ? "findings.acceptAgain" : `findingMove.${to}`)}
          {mustExplain(status, to) && "…"}
        </Button>
      ))}
    </div>
  );
}

interface FindingMovesProps {
  finding: FindingDetail;
  /** The status chosen on the board, which still needs a reason. */
  wanted?: string | undefined;
}

/** The form of a decision, which opens again after a reload if something was entered. */
function useDecision({ finding, wanted }: FindingMovesProps) {
  const edit = useEditDraft({ name: `move.${finding.id}`, resource: finding, factsOf: () => NOTHING });
  const { draft } = edit;
  const { timezone } = useProfile().preferences;
  const [asking, setAsking] = useState(
    () => finding.next_statuses.find((to) => to === (wanted ?? draft.fields.to)) ?? null,
  );
  const cancel = () => {
    // The text stays for another decision, but does not open the form again.
    draft.set({ ...draft.fields, to: null });
    setAsking(null);
  };
  const begin = (to: FindingStatus) => {
    // An earlier reason is now for the finding as it is shown.
    edit.keepTheirs(finding, edit.seen);
    if (to === finding.status) draft.set(acceptanceOf(finding, timezone));
    setAsking(to);
  };
  return { ...edit, asking, setAsking, begin, cancel };
}

/** The transitions of a finding that the user may make. */
export function FindingMoves(props: FindingMovesProps) {
  const { finding } = props;
  const { status, tag } = finding;
  const { draft, seen, asking, setAsking, begin, cancel, ...edit } = useDecision(props);
  const move = useMove(finding, () => {
    setAsking(null);
    edit.leave();
  });
  const allowed = finding.next_statuses;
  const send = (wanted: Move, over: string | null) => move.mutate({ ...wanted, tag: over });
  const change = (to: FindingStatus) => (mustExplain(status, to) ? begin(to) : send({ status: to }, tag));
  if (move.error instanceof ApiError && move.error.isConflict) {
    const mine = move.variables!;
    return (
      <FasterOther
        finding={finding}
        mine={mine}
        onAgain={allowed.includes(mine.status) ? () => send(mine, tag) : null}
        onLeave={() => {
          move.reset();
          cancel();
        }}
      />
    );
  }
  return (
    <>
      {move.isError && <Problem error={move.error} />}
      {asking !== null && (
        <ReasonForm
          to={asking}
          draft={draft}
          isPending={move.isPending}
          onCancel={cancel}
          onMove={(until) =>
            send(
              {
                status: asking,
                reason: draft.fields.reason.trim(),
                ...(until === undefined ? {} : { until }),
              },
              seen.tag,
            )
          }
        />
      )}
      {asking === null && (
        <Moves finding={finding} allowed={allowed} isPending={move.isPending} onMove={change} />
      )}
    </>
  );
}
