import { findingEvents } from "./finding.events.ts";
import type { Feature } from "../feature.ts";
import { findingAccess } from "./finding.access.ts";
import { Finding, FindingComment } from "./finding.entity.ts";
import { findingStarts, findingWorkflows } from "./finding.workflows.ts";

export const findings = {
  entities: [Finding, FindingComment],
  access: findingAccess,
  subjects: { finding: { read: findingAccess["finding.read"], entity: Finding } },
  events: findingEvents,
  starts: findingStarts,
  workflows: findingWorkflows,
} satisfies Feature;
