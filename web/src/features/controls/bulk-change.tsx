import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ClearSelection } from "../../ui/clear-selection.tsx";
import { Note } from "../../ui/note.tsx";
import { SelectionBar } from "../../ui/selection-bar.tsx";
import { dropDraft, hasDraft } from "../../ui/use-draft.ts";
import layout from "../../ui/layout.module.css";
import { GiveTo } from "../projects/give-to.tsx";
import { peopleQuery, projectQuery } from "../projects/project.queries.ts";
import { useIsArchived } from "../projects/use-is-archived.ts";
import { BulkProblem } from "./bulk-problem.tsx";
import type { Control } from "./control.queries.ts";
import { JustificationForm } from "./justification-form.tsx";
import { SetDue } from "./set-due.tsx";
import { useBulkChange, type ChangeOfMany } from "./use-bulk-change.ts";

interface BulkChangeProps {
  projectId: string;
  /** The controls as they were when they were selected. */
  chosen: readonly Control[];
  onDone: () => void;
}

interface ApplicabilityProps {
  projectId: string;
  /** Whether none of them applies. */
  isOut: boolean;
  /** What is being sent; null without a change. */
  pending: ChangeOfMany | null;
  onInclude: () => void;
  onExclude: () => void;
}

/** Whether the controls apply, which is frozen during an audit. */
function Applicability({ projectId, isOut, pending, onInclude, onExclude }: ApplicabilityProps) {
  const { t } = useTranslation();
  const isInAudit = useQuery(projectQuery(projectId)).data?.status === "in_audit";
  if (isInAudit) return <Note>{t("controls.frozen")}</Note>;
  const isIncluding = pending?.not_applicable === false;
  return isOut ? (
    <Button
      variant="default"
      loading={isIncluding}
      disabled={pending !== null && !isIncluding}
      onClick={onInclude}
    >
      {t("controls.setApplicable")}
    </Button>
  ) : (
    <Button variant="default" onClick={onExclude}>
      {t("controls.setNotApplicable")}…
    </Button>
  );
}

interface ChangesProps extends BulkChangeProps, Pick<ApplicabilityProps, "pending"> {
  send: (change: ChangeOfMany) => void;
  onExclude: () => void;
}

/** What can be changed at once. */
function Changes({ projectId, chosen, onDone, pending, send, onExclude }: ChangesProps) {
  const { t } = useTranslation();
  const people = useQuery(peopleQuery(projectId)).data?.people ?? [];
  const isDating = pending?.due_date !== undefined;
  return (
    <div className={layout["toolbar"]}>
      <strong>{t("controls.chosen", { count: chosen.length })}</strong>
      <ClearSelection label={t("controls.chooseNone")} onClear={onDone} />
      <GiveTo
        label={t("controls.giveTo")}
        // Who audits a control does not own it.
        people={people.filter(({ role }) => role !== "auditor")}
        isPending={pending !== null}
        onGive={(to) => send({ owner_id: to })}
      />
      <SetDue
        hasSome={chosen.some(({ due_date: due }) => due !== null)}
        isPending={isDating}
        isBusy={pending !== null && !isDating}
        onSet={(due) => send({ due_date: due })}
      />
      <Applicability
        projectId={projectId}
        isOut={chosen.every(({ not_applicable: one }) => one)}
        pending={pending}
        onInclude={() => send({ not_applicable: false, justification: null })}
        onExclude={onExclude}
      />
    </div>
  );
}

/** Changes for all selected controls. */
export function BulkChange(props: BulkChangeProps) {
  const { projectId, chosen, onDone } = props;
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const draft = `not-applicable.${projectId}`;
  const bulk = useBulkChange(projectId, (change) => {
    if (change.not_applicable === true) dropDraft(draft);
    onDone();
  });
  const pending = bulk.isPending ? bulk.variables.change : null;
  const isExcluding = pending?.not_applicable === true;
  const isArchived = useIsArchived(projectId);
  // Someone may archive the project while the user types.
  if (isArchived && !(isAsking && hasDraft(draft))) return null;
  const send = (change: ChangeOfMany) => bulk.mutate({ change, seen: chosen });
  return (
    <SelectionBar label={t("controls.ofChosen")}>
      {!isArchived && (
        <Changes {...props} pending={pending} send={send} onExclude={() => setIsAsking(true)} />
      )}
      {isAsking && (
        <JustificationForm
          draft={draft}
          label={t("controls.whyNotApplicable")}
          action={t("controls.setNotApplicable")}
          isPending={isExcluding}
          isBusy={pending !== null && !isExcluding}
          closed={isArchived ? t("draft.archived") : undefined}
          onSend={(justification) => send({ not_applicable: true, justification })}
          onCancel={() => setIsAsking(false)}
        />
      )}
      {!isArchived && <BulkProblem projectId={projectId} bulk={bulk} onLeave={onDone} />}
    </SelectionBar>
  );
}
