import type { Feature } from "../feature.ts";
import { reportAccess } from "./report.access.ts";
import { Report } from "./report.entity.ts";
import { reportEvents } from "./report.events.ts";
import { reportStarts, reportWorkflows } from "./report.workflows.ts";

export const reports = {
  entities: [Report],
  access: reportAccess,
  events: reportEvents,
  starts: reportStarts,
  workflows: reportWorkflows,
} satisfies Feature;
