import { z } from "zod";
import { DISABLED_REASONS } from "./webhook.rules.ts";
import { event, exampleId } from "../events/event-definition.ts";
import { inChannels } from "../events/notice.rules.ts";

const webhookRef = z.object({ id: z.string(), url: z.string(), owner_id: z.string() });

const webhook = { id: exampleId(1), url: "https://example.com/hooks", owner_id: exampleId(4) };

export const webhookEvents = {
  "webhook.created": event("A webhook was registered", { webhook: webhookRef }, { webhook }),
  "webhook.updated": event(
    "A webhook changed; `changed` has the names of the API fields",
    { webhook: webhookRef, changed: z.array(z.string()) },
    { webhook, changed: ["events"] },
  ),
  "webhook.secret_rotated": event(
    "A webhook has a new secret; the old one also signs until `overlap_until`",
    { webhook: webhookRef, overlap_until: z.iso.datetime() },
    { webhook, overlap_until: "2026-12-01T12:00:00.000Z" },
  ),
  "webhook.disabled": event(
    "The service turned off a webhook: it answered 410, failed for five days, or the API key or application that created it has ended",
    { webhook: webhookRef, reason: z.enum(DISABLED_REASONS) },
    { webhook, reason: "failing" },
    { notice: (data) => inChannels("critical", [data.webhook.owner_id]) },
  ),
  "webhook.deleted": event("A webhook was deleted", { webhook: webhookRef }, { webhook }),
  ping: event("A test of a webhook; only that webhook receives it", { webhook: webhookRef }, { webhook }),
};
