import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Conflict } from "../../ui/conflict.tsx";
import { Problem } from "../../ui/problem.tsx";
import { peopleQuery } from "../projects/project.queries.ts";
import type { Control } from "./control.queries.ts";
import { OutdatedControls, type BulkChange, type ChangeOfMany } from "./use-bulk-change.ts";

interface BulkProblemProps {
  projectId: string;
  bulk: BulkChange;
  /** Called when the user keeps the current states. */
  onLeave: () => void;
}

function useDue(): (due: string | null) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (due) => (due === null ? t("controls.noDue") : `${t("controls.due")} ${format.date(due)}`);
}

/** A change in words: the new owner, or whether the controls apply. */
function useWords(projectId: string): (change: ChangeOfMany) => string {
  const { t } = useTranslation();
  const people = useQuery(peopleQuery(projectId)).data?.people ?? [];
  const dueOf = useDue();
  return (change) => {
    if (change.due_date !== undefined) return dueOf(change.due_date);
    return "owner_id" in change
      ? (people.find(({ id }) => id === change.owner_id)?.name ?? t("controls.nobody"))
      : t(change.not_applicable === true ? "controls.notApplicable" : "controls.applies");
  };
}

/** Why a change of controls failed; if someone else was faster, both states of the controls that they changed. */
export function BulkProblem({ projectId, bulk, onLeave }: BulkProblemProps) {
  const { t } = useTranslation();
  const wordsOf = useWords(projectId);
  const dueOf = useDue();
  const { error, variables: sent } = bulk;
  if (error === null || sent === undefined) return null;
  if (!(error instanceof OutdatedControls)) return <Problem error={error} />;
  const { now } = error;
  const lineOf = ({ owner, due_date: due, not_applicable: isOut }: Control): string =>
    [owner?.name ?? t("controls.nobody"), dueOf(due), ...(isOut ? [t("controls.notApplicable")] : [])].join(
      ", ",
    );
  return (
    <Conflict
      differences={now.map((control) => ({
        label: `${control.number} ${control.title}`,
        theirs: lineOf(control),
        mine: wordsOf(sent.change),
      }))}
      onAgain={() => {
        const seen = sent.seen.map((one) => now.find(({ id }) => id === one.id) ?? one);
        bulk.mutate({ change: sent.change, seen });
      }}
      onLeave={onLeave}
    />
  );
}
