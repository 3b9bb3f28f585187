import { keyEvents } from "./api-key.events.ts";
import type { Feature } from "../feature.ts";
import { onStandingChanged } from "../users/user.moments.ts";
import { apiKeyAccess } from "./api-key.access.ts";
import { revokeKeysOf } from "./api-key.commands.ts";
import { ApiKey } from "./api-key.entity.ts";
import { keyStarts, keyWorkflows } from "./api-key.workflows.ts";

export const apiKeys = {
  entities: [ApiKey],
  access: apiKeyAccess,
  events: keyEvents,
  starts: keyStarts,
  workflows: keyWorkflows,
  hooks: [onStandingChanged.do(revokeKeysOf)],
} satisfies Feature;
