import type { Milestone } from "./project.entity.ts";

/** The milestone as events name it. */
export const milestoneReference = ({ id, name, dueDate, status, project }: Milestone) => ({
  id,
  name,
  due_date: dueDate.toISOString(),
  status,
  project_id: project.id,
});
