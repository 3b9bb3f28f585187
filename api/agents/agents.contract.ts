import { z } from "zod";
import type { AgentWithContext } from "../../domain/findings/reported-by-agents.ts";
import { AGENT_STATUSES, agentStatus } from "../../domain/agents/agent.rules.ts";
import { SEVERITIES } from "../../domain/findings/finding.rules.ts";
import { Id, NamedId, PageOf, Timestamp, iso, listQuery, several, severalNames } from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { defineBody, defineView } from "../define-schemas.ts";

const Name = z.string().trim().min(1).max(100);
const Version = z.string().trim().min(1).max(50);

export const RegisterAgentBody = defineBody("RegisterAgentBody", {
  project_id: Id.nullable()
    .default(null)
    .meta({ description: "null for an agent that serves every project (admins only)" }),
  name: Name,
  kind: Name,
  version: Version.nullable().default(null),
});

export const HeartbeatBody = defineBody("HeartbeatBody", { version: Version.optional() });

export const AgentQuery = z.strictObject({
  ...listQuery,
  project_id: NamedId.optional().meta({ description: "Only agents of this project" }),
  kind: severalNames(100, "Only agents of these kinds"),
  status: several(AGENT_STATUSES, "Only agents with these states, by their last heartbeat"),
});

export const AgentView = defineView("Agent", {
  id: Id,
  project_id: Id.nullable(),
  name: z.string(),
  kind: z.string(),
  version: z.string().nullable(),
  status: z.enum(AGENT_STATUSES),
  registered_by: Id,
  registrant: PersonOf("registered_by"),
  last_heartbeat_at: Timestamp.nullable(),
  statistics: z
    .object({
      findings_reported: z.int(),
      open_findings: z.record(z.enum(SEVERITIES), z.int()),
    })
    .meta({ description: "Of the findings the caller sees" }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const AgentList = PageOf("agents", AgentView, "AgentList");

export const presentAgent = ({
  agent,
  reported,
  open,
  now,
}: AgentWithContext): z.infer<typeof AgentView> => ({
  id: agent.id,
  project_id: agent.project?.id ?? null,
  name: agent.name,
  kind: agent.kind,
  version: agent.version ?? null,
  status: agentStatus(agent.lastHeartbeatAt, now),
  registered_by: agent.registeredBy.id,
  last_heartbeat_at: iso(agent.lastHeartbeatAt),
  statistics: { findings_reported: reported, open_findings: open },
  created_at: agent.createdAt.toISOString(),
  updated_at: agent.updatedAt.toISOString(),
});
