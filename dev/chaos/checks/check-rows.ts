import type { Truth } from "./read-truth.ts";

/** Everything created and not deleted has a row; nothing deleted has one. */
export function checkRows(truth: Truth): string[] {
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
