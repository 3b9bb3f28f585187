import { visibleProject } from "../../domain/projects/project.queries.ts";
import { readsBy } from "../access.ts";

/** The project that the query names. */
export const readsProject = readsBy(
  visibleProject,
  ({ query }: { query: { project_id: string } }) => query.project_id,
);
