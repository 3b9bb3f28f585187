import { defineAccess } from "../access/access-rule.ts";
import { through } from "../access/condition.ts";
import { seesProject } from "../projects/project.access.ts";

export type JobAction = "ai_job.read";

export const jobAccess = defineAccess<JobAction>({
  "ai_job.read": {
    scope: "read",
    on: "ai_job",
    project: "project.id",
    roles: {
      customer: through("project", seesProject.customer),
      auditor: through("project", seesProject.auditor),
      manager: through("project", seesProject.manager),
      admin: through("project", seesProject.admin),
    },
  },
});
