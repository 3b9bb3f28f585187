import type { Project } from "./project.entity.ts";

/** The project in events. */
export const projectReference = ({ id, name, framework, status }: Project) => ({
  id,
  name,
  framework,
  status,
});
