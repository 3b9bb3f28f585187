import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";
import { inChannels, personal } from "../events/notice.rules.ts";
import type { Feature } from "../feature.ts";
import { notifyOwner } from "../identity/notify-owner.ts";
import { integrationAccess } from "./integration.access.ts";
import { Integration } from "./integration.entity.ts";
import { linkedAccountAccess } from "./linked-account.access.ts";
import { LinkRequest, LinkedAccount } from "./linked-account.entity.ts";

const integrationRef = z.object({ id: z.string(), kind: z.string() });
const accountRef = z.object({ id: z.string(), kind: z.string(), user_id: z.string() });
/** Whose sign-in changed; missing in events of earlier versions. */
const ownerRef = z.object({ id: z.string(), email: z.string() }).optional();

const integration = { id: exampleId(1), kind: "slack" };
const linked_account = { id: exampleId(2), kind: "slack", user_id: exampleId(4) };

const events = {
  "integration.configured": event(
    "An integration was configured; `changed` has the names of the settings, never their values",
    { integration: integrationRef, changed: z.array(z.string()) },
    { integration, changed: ["default_channel"] },
  ),
  "integration.removed": event(
    "An integration was removed",
    { integration: integrationRef },
    { integration },
  ),
  "integration.failing": event(
    "An integration failed several times in a row",
    { integration: integrationRef, problem: z.string(), detail: z.string() },
    { integration, problem: "bad_credentials", detail: "The token was revoked" },
    {
      // Slack cannot report its own failure.
      notice: (data) =>
        data.integration.kind === "slack" ? personal("admins", "critical") : inChannels("critical", "admins"),
    },
  ),
  "linked_account.linked": event(
    "A chat account was linked to a user and now acts as that user",
    { linked_account: accountRef, user: ownerRef },
    { linked_account, user: { id: exampleId(4), email: "kim@example.com" } },
  ),
  "linked_account.unlinked": event(
    "A chat account was unlinked, and no longer acts as the user",
    { linked_account: accountRef },
    { linked_account },
  ),
};

export const integrations = {
  entities: [Integration, LinkedAccount, LinkRequest],
  access: { ...integrationAccess, ...linkedAccountAccess },
  events,
  starts: { "linked_account.linked": notifyOwner },
  // They name people whom the service does not know.
  expires: { link_requests: "expires_at < ?" },
} satisfies Feature;
