import type { Project } from "./project.entity.ts";

/** The project as events name it. */
export const projectReference = ({ id, name, framework, status }: Project) => ({
  id,
  name,
  framework,
  status,
});
