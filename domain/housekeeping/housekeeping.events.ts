import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";

export const housekeepingEvents = {
  "workflow.retried": event(
    "An administrator retried a failed workflow; `run_id` is the run that failed",
    z.object({ workflow: z.object({ id: z.string(), run_id: z.string(), type: z.string() }) }),
    { workflow: { id: `ingest-${exampleId(1)}`, run_id: exampleId(2), type: "ingestEvidence" } },
  ),
};
