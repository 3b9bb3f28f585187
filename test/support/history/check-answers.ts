import type { Truth } from "./read-truth.ts";
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

/** Of each thing that was made and not taken away again, the row is there; and of none that was taken away. */
function lostRows(truth: Truth): string[] {
  const ids = (kind: string) =>
    truth.events.filter((event) => event.kind === kind).map((event) => event.subject_id);
  const goneProjects = new Set(ids("project.deleted"));
  const gone = new Set([...goneProjects, ...ids("evidence.deleted")]);
  const rows = new Set([truth.projects, truth.evidence, truth.findings].flat().map(({ id }) => id));
  const kinds = ["project.created", "evidence.uploaded", "finding.created"];
  return truth.events
    .filter(({ kind }) => kinds.includes(kind))
    .filter(({ subject_id: id, project_id: project }) => {
      const isGone = gone.has(id) || (project !== null && goneProjects.has(project));
      return rows.has(id) === isGone;
    })
    .map(({ kind, subject_id: id }) => `${kind} ${id}: the row is ${rows.has(id) ? "still there" : "lost"}`);
}

/** Answers that were not kept, and refusals that changed something. */
export function checkAnswers(truth: Truth, records: readonly Recorded[]): string[] {
  const entries = Map.groupBy(truth.audit, (entry) => entry.request_id ?? "");
  const told = records.flatMap((record) => faultsOfAnswer(record, entries.get(record.requestId) ?? []));
  return [...told, ...lostRows(truth)];
}

/** The audit log tells each event once, under its id, and besides only what is no event. */
export function checkAudit({ events, audit }: Truth): string[] {
  const entries = new Map(audit.map((entry) => [entry.id, entry]));
  const kinds = new Set(events.map(({ kind }) => kind));
  const missing = events.filter((event) => {
    const entry = entries.get(event.id);
    return (
      entry?.action !== event.kind ||
      entry.subject_id !== event.subject_id ||
      entry.actor_id !== event.actor_id ||
      entry.project_id !== event.project_id
    );
  });
  const ids = new Set(events.map(({ id }) => id));
  const strange = audit.filter(({ id, action }) => kinds.has(action) && !ids.has(id));
  const gaps = audit.filter(({ position }, n) => position !== n + 1);
  return [
    ...missing.map(({ id, kind }) => `the audit log lacks ${kind} ${id}`),
    ...strange.map(({ id, action }) => `the audit log alone has ${action} ${id}`),
    ...gaps.map(({ position }) => `the audit log has a gap before ${position}`),
  ];
}
