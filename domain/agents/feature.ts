import type { Feature } from "../feature.ts";
import { agentAccess } from "./agent.access.ts";
import { Agent } from "./agent.entity.ts";

export const agents = { entities: [Agent], access: agentAccess } satisfies Feature;
