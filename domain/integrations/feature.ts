import type { Feature } from "../feature.ts";
import { integrationAccess } from "./integration.access.ts";
import { Integration } from "./integration.entity.ts";
import { integrationEvents } from "./integration.events.ts";
import { linkedAccountAccess } from "./linked-account.access.ts";
import { LinkRequest, LinkedAccount } from "./linked-account.entity.ts";

export const integrations = {
  entities: [Integration, LinkedAccount, LinkRequest],
  access: { ...integrationAccess, ...linkedAccountAccess },
  events: integrationEvents,
} satisfies Feature;
