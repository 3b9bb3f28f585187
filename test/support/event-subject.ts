import { subjectKindOf } from "../../domain/events/events-in-use.ts";

/** The subject of an event in this project: the project itself if that is what the kind is about. */
export function eventSubject(kind: string, projectId: string | null, id: string) {
  const project = projectId === null ? null : { id: projectId };
  return project !== null && subjectKindOf(kind) === "project" ? project : { id, project };
}
