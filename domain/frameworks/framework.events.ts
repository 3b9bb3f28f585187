import { z } from "zod";
import { event } from "../events/event-definition.ts";

const frameworkRef = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  controls: z.int(),
});

const framework = {
  id: "oscal-0199a0de-0000-7000-8000-000000000001",
  name: "Company baseline",
  version: "2026.1",
  controls: 42,
};

/** The subject is the catalogue. */
export const frameworkEvents = {
  "framework.imported": event(
    "An OSCAL catalogue was imported as a framework",
    z.object({ framework: frameworkRef, outcome: z.enum(["created", "updated"]) }),
    { framework, outcome: "created" },
  ),
  "framework.deleted": event("An imported framework was deleted", z.object({ framework: frameworkRef }), {
    framework,
  }),
};
