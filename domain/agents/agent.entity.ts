import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { isVisible, role, toAll, unconfined } from "../access/row-security.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";

/**
 * Visibility of agents, as in `agent.read`: those for all projects only to admins without a restricted
 * credential.
 */
const agentPolicy = {
  name: "agents_of_caller",
  using:
    `${toAll} or ${isVisible("agents.project_id")} or ` +
    `(agents.project_id is null and ${role} = 'admin' and ${unconfined})`,
};

const AgentSchema = defineEntity({
  name: "Agent",
  tableName: "agents",
  policies: [agentPolicy],
  indexes: [
    { properties: ["createdAt", "id"] },
    {
      name: "agents_project_name",
      expression: "create unique index agents_project_name on agents (project_id, name) nulls not distinct",
    },
  ],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    /** Null for an agent that serves all projects, which administrators manage. */
    project: () => p.manyToOne(Project).nullable().deleteRule("cascade"),
    name: p.string(),
    /** Its type, such as the name of its integration. */
    kind: p.string(),
    version: p.string().nullable(),
    registeredBy: () => p.manyToOne(User),
    lastHeartbeatAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A scanner that reports findings. */
export class Agent extends AgentSchema.class {}
AgentSchema.setClass(Agent);
