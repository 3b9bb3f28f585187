import { z } from "zod";
import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";
import { event, exampleId } from "../events/event-definition.ts";
import { JUST_NOW } from "../expiring-rows.ts";
import type { Feature } from "../feature.ts";
import { housekeepingWorkflows } from "./housekeeping.workflows.ts";

const access = defineAccess<"system.read" | "system.retry">({
  /** The state of the service itself: totals only, no one's data. */
  "system.read": { scope: "admin", on: null, roles: { admin: always } },
  /** Restarting failed workflows of any user. */
  "system.retry": { scope: "admin", on: null, roles: { admin: always } },
});

const events = {
  "workflow.retried": event(
    "An administrator retried a failed workflow; `run_id` is the run that failed",
    { workflow: z.object({ id: z.string(), run_id: z.string(), type: z.string() }) },
    { workflow: { id: `ingest-${exampleId(1)}`, run_id: exampleId(2), type: "ingestEvidence" } },
  ),
};

/** The state of the service itself. */
export const housekeeping = {
  entities: [],
  access,
  events,
  workflows: housekeepingWorkflows,
  expires: {
    // Counts older than any window are irrelevant, whenever the rows ended.
    rate_counters: `hour_step < floor(extract(epoch from least(now(), ${JUST_NOW}) - interval '2 hours') / 300)`,
  },
} satisfies Feature;
