import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Conflict } from "../../ui/conflict.tsx";
import { Problem } from "../../ui/problem.tsx";
import { peopleQuery } from "../projects/project.queries.ts";
import type { Finding } from "./finding.queries.ts";
import { OutdatedFindings } from "./send-unchanged.ts";
import { StoppedChange, type ChangeMany, type ChangeOfMany } from "./use-change-many.ts";

interface BulkProblemProps {
  projectId: string;
  bulk: ChangeMany;
  /** Called when the user keeps the current states. */
  onLeave: () => void;
}

/** A finding and a change of it in words. */
function useWords(projectId: string) {
  const { t } = useTranslation();
  const format = useFormat();
  const people = useQuery(peopleQuery(projectId)).data?.people ?? [];
  const dueOf = (due: string | null) =>
    due === null ? t("controls.noDue") : `${t("controls.due")} ${format.date(due)}`;
  const lineOf = ({ severity, status, status_reason: reason, assigned_to: to, due_date: due }: Finding) =>
    [
      t(`severity.${severity}`),
      `${t(`findingStatus.${status}`)}${reason === null ? "" : `: ${reason}`}`,
      to?.name ?? t("controls.nobody"),
      dueOf(due),
    ].join(", ");
  const changeOf = ({ status, due_date: due, assigned_to: to }: ChangeOfMany): string => {
    if (status !== undefined) return t(`findingStatus.${status}`);
    if (due !== undefined) return dueOf(due);
    return people.find(({ id }) => id === to)?.name ?? t("controls.nobody");
  };
  return { lineOf, changeOf };
}

/** Why a change failed, and how far it came; if someone else was faster, both states of the findings that they changed. */
export function BulkProblem({ projectId, bulk, onLeave }: BulkProblemProps) {
  const { t } = useTranslation();
  const { lineOf, changeOf } = useWords(projectId);
  const { error, variables: sent } = bulk;
  if (error === null || sent === undefined) return null;
  const stopped = error instanceof StoppedChange ? error : null;
  const cause = stopped === null ? error : stopped.cause;
  const again = ({ now }: OutdatedFindings) => {
    const done = new Set(stopped?.changed.map(({ before }) => before.id));
    const seen = sent.seen
      .filter(({ id }) => !done.has(id))
      .map((one) => now.find(({ id }) => id === one.id) ?? one);
    bulk.mutate({ change: sent.change, seen });
  };
  return (
    <>
      {stopped !== null && (
        <p role="status">
          {t("findings.stopped", { changed: stopped.changed.length, count: stopped.total })}
        </p>
      )}
      {cause instanceof OutdatedFindings ? (
        <Conflict
          differences={cause.now.map((one) => ({
            label: one.title,
            theirs: lineOf(one),
            mine: changeOf(sent.change),
          }))}
          onAgain={() => again(cause)}
          onLeave={onLeave}
        />
      ) : (
        <Problem error={cause} />
      )}
    </>
  );
}
