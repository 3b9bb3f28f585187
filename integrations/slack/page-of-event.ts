import { evidencePage } from "../../domain/evidence/evidence-page.rules.ts";

/** What an event is about, by ids. */
interface Subject {
  kind: string;
  subjectId: string;
  projectId: string | null;
}

/** The console's page about the subject of an event; null if it has none. */
export function pageOfEvent({ kind, subjectId: id, projectId }: Subject, publicUrl: string): string | null {
  const [about] = kind.split(".");
  if (about === "webhook") return `${publicUrl}/settings/webhooks/${id}`;
  if (about === "integration") return `${publicUrl}/settings/integrations`;
  if (about === "evidence") return evidencePage(publicUrl, id);
  if (projectId === null) return null;
  const project = `${publicUrl}/projects/${projectId}`;
  if (about === "finding") return `${project}/findings?finding=${id}`;
  if (about === "control") return `${project}/controls?control=${id}`;
  if (about === "report") return `${project}/reports`;
  return project;
}
