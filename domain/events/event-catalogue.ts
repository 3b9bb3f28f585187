import type { z } from "zod";
import { assistantEvents } from "./catalogue/assistant.events.ts";
import { evidenceEvents } from "./catalogue/evidence.events.ts";
import { findingEvents } from "./catalogue/finding.events.ts";
import { frameworkEvents } from "./catalogue/framework.events.ts";
import { identityEvents } from "./catalogue/identity.events.ts";
import { integrationEvents } from "./catalogue/integration.events.ts";
import { policyEvents } from "./catalogue/policy.events.ts";
import { projectEvents } from "./catalogue/project.events.ts";
import { questionnaireEvents } from "./catalogue/questionnaire.events.ts";
import { webhookEvents } from "./catalogue/webhook.events.ts";

/** Every kind of event. One state change writes exactly one of these. */
export const eventCatalogue = {
  ...evidenceEvents,
  ...projectEvents,
  ...findingEvents,
  ...frameworkEvents,
  ...identityEvents,
  ...webhookEvents,
  ...integrationEvents,
  ...policyEvents,
  ...assistantEvents,
  ...questionnaireEvents,
};

export type EventKind = keyof typeof eventCatalogue;
export type EventData<K extends EventKind> = z.infer<(typeof eventCatalogue)[K]["data"]>;

export const EVENT_KINDS = Object.keys(eventCatalogue).toSorted() as EventKind[];
