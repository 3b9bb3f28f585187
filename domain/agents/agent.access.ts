import { defineAccess } from "../access/access-rule.ts";
import { any, equals, through } from "../access/condition.ts";
import { seesProject, takesPart } from "../projects/project.access.ts";

export type AgentAction = "agent.read" | "agent.manage";

/** Serves every project. */
const ofNoProject = equals("project.id", null);

const ofAgent = { on: "agent", project: "project.id" } as const;

export const agentAccess = defineAccess<AgentAction>({
  "agent.read": {
    ...ofAgent,
    scope: "read",
    roles: {
      customer: through("project", seesProject.customer),
      auditor: through("project", seesProject.auditor),
      manager: through("project", seesProject.manager),
      admin: any(ofNoProject, through("project", seesProject.admin)),
    },
  },
  // To register one is asked of an agent that is not there yet: of its project alone.
  "agent.manage": {
    ...ofAgent,
    scope: "write",
    roles: {
      customer: through("project", takesPart.customer),
      manager: through("project", takesPart.manager),
      admin: any(ofNoProject, through("project", takesPart.admin)),
    },
  },
});
