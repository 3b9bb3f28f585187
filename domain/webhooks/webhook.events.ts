import { z } from "zod";
import { DISABLED_REASONS } from "./webhook.rules.ts";
import { event, exampleId } from "../events/catalogue/event-definition.ts";

const webhookRef = z.object({ id: z.string(), url: z.string(), owner_id: z.string() });

const webhook = { id: exampleId(1), url: "https://example.com/hooks", owner_id: exampleId(4) };

export const webhookEvents = {
  "webhook.created": event("A webhook was registered", z.object({ webhook: webhookRef }), { webhook }),
  "webhook.updated": event(
    "A webhook changed; `changed` names the fields as the API does",
    z.object({ webhook: webhookRef, changed: z.array(z.string()) }),
    { webhook, changed: ["events"] },
  ),
  "webhook.secret_rotated": event(
    "A webhook has a new secret; the old one signs along until `overlap_until`",
    z.object({ webhook: webhookRef, overlap_until: z.iso.datetime() }),
    { webhook, overlap_until: "2026-12-01T12:00:00.000Z" },
  ),
  "webhook.disabled": event(
    "A webhook was turned off by the service: it answered 410, failed for five days, or the API key or the application that made it has ended",
    z.object({ webhook: webhookRef, reason: z.enum(DISABLED_REASONS) }),
    { webhook, reason: "failing" },
  ),
  "webhook.deleted": event("A webhook was deleted", z.object({ webhook: webhookRef }), { webhook }),
  ping: event("Somebody tests a webhook; it goes to that one alone", z.object({ webhook: webhookRef }), {
    webhook,
  }),
};
