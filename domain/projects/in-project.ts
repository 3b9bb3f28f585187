/** For rows in progress (`one`) of a project. */
export const IN_PROJECT = { projectId: "one.project_id" } as const;

/** For workflows that are not started in a project that is being deleted. */
export const NOT_LEAVING =
  "exists (select 1 from projects p where p.id = one.project_id and p.deleting_at is null)";
