import { z } from "zod";
import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";
import { event } from "../events/event-definition.ts";
import type { Feature } from "../feature.ts";
import { StoredFramework } from "./framework.entity.ts";

/** Frameworks have no owner: every user can read them, and admins manage them. */
const access = defineAccess<"framework.manage">({
  "framework.manage": { scope: "admin", on: null, roles: { admin: always } },
});

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
const events = {
  "framework.imported": event(
    "An OSCAL catalogue was imported as a framework",
    { framework: frameworkRef, outcome: z.enum(["created", "updated"]) },
    { framework, outcome: "created" },
  ),
  "framework.deleted": event("An imported framework was deleted", { framework: frameworkRef }, { framework }),
};

export const frameworks = { entities: [StoredFramework], access, events } satisfies Feature;
