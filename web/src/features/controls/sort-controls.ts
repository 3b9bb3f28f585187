import { CONTROL_STATUSES } from "../../../../domain/controls/control.rules.ts";
import { sortParameters, type SortOrder } from "../../ui/sorting.ts";
import type { Control } from "./control.queries.ts";

export const CONTROL_COLUMNS = ["title", "progress", "evidence", "owner", "due_date", "status"] as const;
type Column = (typeof CONTROL_COLUMNS)[number];
type Sorted = Pick<
  Control,
  "title" | "progress" | "approved_evidence" | "status" | "not_applicable" | "due_date"
> & {
  owner?: { name: string } | null | undefined;
};

/** What a column shows of a control; null sorts last in both directions. */
const VALUES: Record<Column, (control: Sorted) => string | number | null> = {
  title: ({ title }) => title,
  progress: ({ progress, not_applicable: isOut }) => (isOut ? null : progress),
  evidence: ({ approved_evidence: approved }) => approved,
  owner: ({ owner }) => owner?.name ?? null,
  due_date: (control) => control.due_date,
  status: ({ status, not_applicable: isOut }) => (isOut ? null : CONTROL_STATUSES.indexOf(status)),
};

/** The controls in this order; those that are equal stay in the framework's. */
export function sortControls<C extends Sorted>(
  controls: readonly C[],
  by: SortOrder<Column>,
  language: string,
): readonly C[] {
  const { sort, order } = sortParameters(by);
  if (sort === undefined) return controls;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const sign = order === "desc" ? -1 : 1;
  const valued = controls.map((control) => ({ control, value: VALUES[sort](control) }));
  const sorted = valued.toSorted(({ value: a }, { value: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b)));
  });
  return sorted.map(({ control }) => control);
}
