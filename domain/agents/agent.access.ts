import { defineAccess } from "../access/access-rule.ts";
import { any, equals } from "../access/condition.ts";
import { auditedPartyOfItsProject, isInOpenProject, seesItsProject } from "../projects/project.access.ts";

export type AgentAction = "agent.read" | "agent.manage";

/** An agent for all projects. */
const ofNoProject = equals("project.id", null);

const ofAgent = { on: "agent", project: "project.id" } as const;

export const agentAccess = defineAccess<AgentAction>({
  "agent.read": {
    ...ofAgent,
    scope: "read",
    roles: { ...seesItsProject, admin: any(ofNoProject, seesItsProject.admin) },
  },
  // Registering applies to an agent that does not exist yet, so only its project counts.
  "agent.manage": {
    ...ofAgent,
    scope: "write",
    state: isInOpenProject,
    roles: {
      ...auditedPartyOfItsProject,
      admin: any(ofNoProject, auditedPartyOfItsProject.admin),
    },
  },
});
