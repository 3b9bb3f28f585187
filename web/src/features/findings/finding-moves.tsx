import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FindingStatus } from "../../../../domain/findings/finding.rules.ts";
import { Note } from "../../ui/note.tsx";
import { ApiError } from "../../http/api-error.ts";
import { Conflict } from "../../ui/conflict.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import layout from "../../ui/layout.module.css";
import { dayOf } from "../../i18n/day-bounds.ts";
import { useProfile } from "../identity/use-profile.ts";
import { useIsArchived } from "../projects/use-is-archived.ts";
import type { FindingDetail } from "./finding.queries.ts";
import { mustExplain } from "./must-explain.ts";
import { ReasonForm, type Decision } from "./reason-form.tsx";
import { useMove, type Move } from "./use-move.ts";

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
  /** The transition whose form was there before; null if there was none. */
  last: FindingStatus | null;
  isArchived: boolean;
  allowed: readonly FindingStatus[];
  /** The transition that is being sent; null without one. */
  pending: FindingStatus | null;
  onMove: (to: FindingStatus) => void;
}

function Moves({ finding: { status }, last, isArchived, allowed, pending, onMove }: MovesProps) {
  const { t } = useTranslation();
  if (allowed.length === 0) return <Note>{t(isArchived ? "project.readOnly" : "findings.noMoves")}</Note>;
  // Once it is done, it is offered no longer.
  const focused = last === null || allowed.includes(last) ? last : allowed[0];
  return (
    <div className={layout["toolbar"]}>
      {allowed.map((to) => (
        <Button
          key={to}
          variant="default"
          autoFocus={to === focused}
          loading={to === pending}
          disabled={pending !== null && to !== pending}
          onClick={() => onMove(to)}
        >
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
  const [last, setLast] = useState(asking);
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
    setLast(to);
  };
  return { ...edit, asking, setAsking, last, begin, cancel };
}

/** The transitions of a finding that the user may make. */
export function FindingMoves(props: FindingMovesProps) {
  const { finding } = props;
  const { status, tag, next_statuses: allowed } = finding;
  const isArchived = useIsArchived(finding.project_id);
  const { draft, seen, asking, setAsking, last, begin, cancel, ...edit } = useDecision(props);
  const move = useMove(finding, () => {
    setAsking(null);
    edit.leave();
  });
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
          isReadOnly={isArchived}
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
        <Moves
          finding={finding}
          last={last}
          isArchived={isArchived}
          allowed={allowed}
          pending={move.isPending ? move.variables.status : null}
          onMove={change}
        />
      )}
    </>
  );
}
