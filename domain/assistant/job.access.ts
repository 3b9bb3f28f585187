import { defineAccess } from "../access/access-rule.ts";
import { seesItsProject } from "../projects/project.access.ts";

export type JobAction = "ai_job.read";

export const jobAccess = defineAccess<JobAction>({
  "ai_job.read": {
    scope: "read",
    on: "ai_job",
    project: "project.id",
    roles: seesItsProject,
  },
});
