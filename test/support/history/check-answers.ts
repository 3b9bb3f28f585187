import type { Truth } from "../../../dev/chaos/checks/read-truth.ts";
import { checkRows } from "../../../dev/chaos/checks/check-rows.ts";
import type { Recorded } from "./run-history.ts";

/** What an accepted request leaves in the audit log, under its id. */
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
/** Asking for what is so already is accepted and changes nothing. */
const MAY_CHANGE_NOTHING = ["control.scope", "project.move"];

/** Everything that a history tries. */
export const KINDS = Object.keys(ACTIONS);

const isAccepted = ({ status }: Recorded): boolean => status >= 200 && status < 300;

const tell = ({ kind, subjectId, status, wanted, requestId, error }: Recorded): string =>
  `${kind} ${subjectId} ${String(wanted)} was answered ${status} ${error ?? ""} (${requestId})`;

function faultsOfAnswer(record: Recorded, entries: readonly Truth["audit"][number][]): string[] {
  const changes = entries.filter(({ action }) => !action.startsWith("access."));
  if (record.status >= 500) return [tell(record)];
  if (!isAccepted(record))
    return changes.length === 0 ? [] : [`${tell(record)}, but left ${changes[0]!.action}`];
  const action = ACTIONS[record.kind]!(record.wanted);
  const effects = changes.filter((entry) => entry.action === action);
  if (effects.length === 0 && MAY_CHANGE_NOTHING.includes(record.kind)) return [];
  const [effect] = effects;
  const fits = effect?.subject_id === record.subjectId && effect?.actor_id === record.actorId;
  return effects.length === 1 && fits ? [] : [`${tell(record)}, but left ${effects.length} ${action}`];
}

/** Answers that were not kept, and refusals that changed something. */
export function checkAnswers(truth: Truth, records: readonly Recorded[]): string[] {
  const entries = Map.groupBy(truth.audit, (entry) => entry.request_id ?? "");
  const told = records.flatMap((record) => faultsOfAnswer(record, entries.get(record.requestId) ?? []));
  return [...told, ...checkRows(truth)];
}
