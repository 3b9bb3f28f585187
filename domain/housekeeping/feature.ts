import { JUST_NOW } from "../expiring-rows.ts";
import type { Feature } from "../feature.ts";
import { housekeepingEvents } from "./housekeeping.events.ts";
import { housekeepingWorkflows } from "./housekeeping.workflows.ts";
import { systemAccess } from "./system.access.ts";

/** The state of the service itself. */
export const housekeeping = {
  entities: [],
  access: systemAccess,
  events: housekeepingEvents,
  workflows: housekeepingWorkflows,
  expires: {
    // Counts older than any window are irrelevant, whenever the rows ended.
    rate_counters: `hour_step < floor(extract(epoch from least(now(), ${JUST_NOW}) - interval '2 hours') / 300)`,
  },
} satisfies Feature;
