import type { Milestone } from "./project.entity.ts";

/** The milestone in events. */
export const milestoneReference = ({ id, name, dueDate, status, project }: Milestone) => ({
  id,
  name,
  due_date: dueDate.toISOString(),
  status,
  project_id: project.id,
});
