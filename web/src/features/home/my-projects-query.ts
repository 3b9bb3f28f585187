import { projectListQuery } from "../projects/project.queries.ts";

const MAX_TILES = 6;

export const STATUSES_IN_PROGRESS = "active,in_audit,on_hold";

/** The projects that the user works on, the latest first. */
export const myProjectsQuery = projectListQuery({
  limit: MAX_TILES,
  sort: "updated_at",
  order: "desc",
  status: STATUSES_IN_PROGRESS,
});
