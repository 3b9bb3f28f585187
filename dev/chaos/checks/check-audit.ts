import type { Truth } from "./read-truth.ts";

/** The audit log contains each event once, under its id, and apart from these only other records. */
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
    ...strange.map(({ id, action }) => `only the audit log has ${action} ${id}`),
    ...gaps.map(({ position }) => `the audit log has a gap before ${position}`),
  ];
}
