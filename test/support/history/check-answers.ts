import type { Truth } from "../../../dev/chaos/checks/read-truth.ts";
import { checkRows } from "../../../dev/chaos/checks/check-rows.ts";
import type { Recorded } from "./run-history.ts";

/** The audit action of an accepted request, under its id. */
const ACTIONS: Record<string, (wanted: unknown) => string> = {
  "project.create": () => "project.created",
  "evidence.upload": () => "evidence.uploaded",
  "evidence.replace": () => "evidence.uploaded",
  "evidence.review": (wanted) => (wanted === "approve" ? "evidence.approved" : "evidence.rejected"),
  "control.scope": () => "control.updated",
  "project.move": () => "project.status_changed",
  "finding.create": () => "finding.created",
  "finding.move": () => "finding.status_changed",
  "evidence.delete": () => "evidence.deleted",
  "project.delete": () => "project.deleted",
};
/** Requesting the current state is accepted and changes nothing. */
const MAY_CHANGE_NOTHING = ["control.scope", "project.move", "finding.move"];

/** All actions of a history. */
export const KINDS = Object.keys(ACTIONS);

const isAccepted = ({ status }: Recorded): boolean => status >= 200 && status < 300;

const describeEntry = ({ kind, subjectId, status, wanted, requestId, error }: Recorded): string =>
  `${kind} ${subjectId} ${String(wanted)} was answered ${status} ${error ?? ""} (${requestId})`;

function faultsOfAnswer(record: Recorded, entries: readonly Truth["audit"][number][]): string[] {
  const changes = entries.filter(({ action }) => !action.startsWith("access."));
  if (record.status >= 500) return [describeEntry(record)];
  if (!isAccepted(record))
    return changes.length === 0 ? [] : [`${describeEntry(record)}, but left ${changes[0]!.action}`];
  const action = ACTIONS[record.kind]!(record.wanted);
  const effects = changes.filter((entry) => entry.action === action);
  if (effects.length === 0 && MAY_CHANGE_NOTHING.includes(record.kind)) return [];
  const [effect] = effects;
  const fits = effect?.subject_id === record.subjectId && effect?.actor_id === record.actorId;
  return effects.length === 1 && fits
    ? []
    : [`${describeEntry(record)}, but left ${effects.length} ${action}`];
}

/** Accepted requests without effect, and refusals with one. */
export function checkAnswers(truth: Truth, records: readonly Recorded[]): string[] {
  const entries = Map.groupBy(truth.audit, (entry) => entry.request_id ?? "");
  const answered = records.flatMap((record) => faultsOfAnswer(record, entries.get(record.requestId) ?? []));
  return [...answered, ...checkRows(truth)];
}
