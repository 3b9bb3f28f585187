import { defineAccess } from "../access/access-rule.ts";
import { any, equals, through } from "../access/condition.ts";
import { seesProject, takesPart } from "../projects/project.access.ts";

export type AgentAction = "agent.read" | "agent.manage";

/** An agent for all projects. */
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
  // Registering applies to an agent that does not exist yet, so only its project counts.
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
