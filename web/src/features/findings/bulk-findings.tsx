import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FindingStatus } from "../../../../domain/findings/finding.rules.ts";
import { ClearSelection } from "../../ui/clear-selection.tsx";
import layout from "../../ui/layout.module.css";
import { Note } from "../../ui/note.tsx";
import { SelectionBar } from "../../ui/selection-bar.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import { SetDue } from "../controls/set-due.tsx";
import { useProfile } from "../identity/use-profile.ts";
import { GiveTo } from "../projects/give-to.tsx";
import { peopleQuery } from "../projects/project.queries.ts";
import { BulkProblem } from "./bulk-problem.tsx";
import { ownDueOf } from "./finding-facts.ts";
import type { Finding } from "./finding.queries.ts";
import { mustExplain } from "./must-explain.ts";
import { ReasonForm, type Decision } from "./reason-form.tsx";
import { useChangeMany, type ChangeOfMany } from "./use-change-many.ts";

const NOTHING: Decision = { to: null, reason: "", until: "" };

/** The statuses to which the user may move every one of them. */
const commonMoves = ([first, ...others]: readonly Finding[]): FindingStatus[] =>
  first === undefined
    ? []
    : first.next_statuses.filter((to) =>
        [first, ...others].every(({ status, next_statuses: next }) => status !== to && next.includes(to)),
      );

interface MoveToProps {
  chosen: readonly Finding[];
  isPending: boolean;
  onMove: (to: FindingStatus) => void;
}

function MoveTo({ chosen, isPending, onMove }: MoveToProps) {
  const { t } = useTranslation();
  const moves = commonMoves(chosen);
  if (moves.length === 0) return <Note>{t("findings.noCommonMove")}</Note>;
  return (
    <Select
      size="xs"
      maw={190}
      aria-label={t("findings.setStatus")}
      placeholder={t("findings.setStatus")}
      readOnly={isPending}
      data={moves.map((to) => ({ value: to, label: t(`findingStatus.${to}`) }))}
      value={null}
      onChange={(to) => {
        const wanted = moves.find((status) => status === to);
        if (wanted !== undefined) onMove(wanted);
      }}
    />
  );
}

/** What others have entered, which a change would replace. */
function OfOthers({ chosen }: Pick<MoveToProps, "chosen">) {
  const { t } = useTranslation();
  const { id: me } = useProfile();
  const total = chosen.length;
  const assigned = chosen.filter(({ assigned_to: to }) => to !== null && to.id !== me).length;
  const dated = chosen.filter((finding) => ownDueOf(finding) !== null).length;
  const parts = [
    ...(assigned === 0 ? [] : [t("findings.assignedToOthers", { count: assigned, total })]),
    ...(dated === 0 ? [] : [t("findings.dated", { count: dated, total })]),
  ];
  return parts.length === 0 ? null : <Note>{parts.join(" · ")}</Note>;
}

interface BulkFindingsProps {
  projectId: string;
  /** Those of other pages as they were when they were selected. */
  chosen: readonly Finding[];
  onChanged: (changed: readonly Finding[]) => void;
  onClear: () => void;
}

/** Changes for all selected findings. */
export function BulkFindings({ projectId, chosen, onChanged, onClear }: BulkFindingsProps) {
  const { t } = useTranslation();
  const people = useQuery(peopleQuery(projectId)).data?.people ?? [];
  const draft = useFormDraft(`findings.${projectId}`, NOTHING);
  const [asking, setAsking] = useState<FindingStatus | null>(null);
  const bulk = useChangeMany(projectId, (changed) => {
    if (changed.length === chosen.length) draft.begin();
    onChanged(changed);
  });
  const pending = bulk.isPending ? bulk.variables.change : null;
  const [isMoving, isDating] = [pending?.status !== undefined, pending?.due_date !== undefined];
  const send = (change: ChangeOfMany) => bulk.mutate({ change, seen: chosen });
  const move = (to: FindingStatus) =>
    chosen.some(({ status }) => mustExplain(status, to)) ? setAsking(to) : send({ status: to });
  return (
    <SelectionBar label={t("findings.ofChosen")}>
      <div className={layout["toolbar"]}>
        <strong>{t("findings.chosen", { count: chosen.length })}</strong>
        <ClearSelection label={t("findings.chooseNone")} onClear={onClear} />
        <MoveTo chosen={chosen} isPending={bulk.isPending} onMove={move} />
        <GiveTo
          label={t("findings.giveTo")}
          people={people}
          isPending={bulk.isPending}
          onGive={(to) => send({ assigned_to: to })}
        />
        <SetDue
          hasSome={chosen.some((finding) => ownDueOf(finding) !== null)}
          isPending={isDating}
          isBusy={pending !== null && !isDating}
          onSet={(due) => send({ due_date: due })}
        />
      </div>
      <OfOthers chosen={chosen} />
      {asking !== null && (
        <ReasonForm
          to={asking}
          draft={draft}
          isPending={isMoving}
          isBusy={pending !== null && !isMoving}
          onCancel={() => setAsking(null)}
          onMove={(until) =>
            send({
              status: asking,
              reason: draft.fields.reason.trim(),
              ...(until === undefined ? {} : { until }),
            })
          }
        />
      )}
      <BulkProblem projectId={projectId} bulk={bulk} onLeave={onClear} />
    </SelectionBar>
  );
}
