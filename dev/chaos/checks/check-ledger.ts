import { createdId, type Entry, type Ledger, type WriteKind } from "../load/ledger.ts";
import type { Truth } from "./read-truth.ts";

/** A row with a mark, by the kind of write that created it. */
export interface Marked {
  kind: WriteKind;
  id: string;
  mark: string;
}

const MAKES: readonly WriteKind[] = ["evidence.upload", "finding.create", "finding.comment"];

const describeEntry = ({ kind, mark, subjectId }: Entry): string => `${kind} ${mark || subjectId}`;

/** An acknowledged write has exactly one row, a refused one none, one with an unknown result at most one. */
function creationFaults(entry: Entry, rows: readonly Marked[], deleted: ReadonlySet<string>) {
  const { outcome } = entry;
  const id = createdId(entry);
  const doubled = rows.length > 1 ? [`${describeEntry(entry)} exists ${rows.length} times`] : [];
  if (outcome.kind === "refused")
    return rows.length === 0
      ? []
      : [`${describeEntry(entry)} was refused with ${outcome.status}, but exists`];
  if (id === null || rows.some((row) => row.id === id)) return doubled;
  // An acknowledged comment returns the whole finding.
  if (entry.kind === "finding.comment" && rows.length === 1) return doubled;
  return deleted.has(id)
    ? doubled
    : [...doubled, `${describeEntry(entry)} was acknowledged as ${id}, but does not exist`];
}

const DECISION: Record<string, string> = { approve: "evidence.approved", reject: "evidence.rejected" };

/** An acknowledged decision or deletion happened once; a refused one did not happen. */
function changeFaults(entry: Entry, { events }: Pick<Truth, "events">): string[] {
  const kind =
    entry.kind === "evidence.review" ? DECISION[entry.wanted!] : entry.kind.replace("delete", "deleted");
  const mine = events.filter((event) => event.kind === kind && event.subject_id === entry.subjectId);
  const { length: times } = mine;
  if (times > 1) return [`${describeEntry(entry)} happened ${times} times`];
  if (entry.outcome.kind === "acknowledged" && times === 0)
    return [`${describeEntry(entry)} was acknowledged, but did not happen`];
  if (entry.outcome.kind === "refused" && times > 0)
    return [`${describeEntry(entry)} was refused with ${entry.outcome.status}, but happened`];
  return [];
}

/** Acknowledgements that the rows contradict. */
export function checkLedger(
  truth: Pick<Truth, "events">,
  rows: readonly Marked[],
  { writes }: Pick<Ledger, "writes">,
): string[] {
  const byMark = Map.groupBy(rows, ({ mark }) => mark);
  const deleted = new Set(
    truth.events.filter(({ kind }) => kind === "evidence.deleted").map((event) => event.subject_id),
  );
  return writes.flatMap((entry) =>
    MAKES.includes(entry.kind)
      ? creationFaults(entry, byMark.get(entry.mark) ?? [], deleted)
      : changeFaults(entry, truth),
  );
}
