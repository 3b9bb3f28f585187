import { visibleProject } from "../../../domain/projects/project.queries.ts";
import { readsBy } from "../../access.ts";

/** The project that the tool's input names. */
export const readsProject = readsBy(visibleProject, (input: { project_id: string }) => input.project_id);
