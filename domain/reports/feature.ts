import type { Feature } from "../feature.ts";
import { reportAccess } from "./report.access.ts";
import { Report } from "./report.entity.ts";
import { reportEvents } from "./report.events.ts";
import { reportStarts, reportsInProgress } from "./report.starts.ts";

export const reports = {
  entities: [Report],
  access: reportAccess,
  events: reportEvents,
  starts: reportStarts,
  inProgress: reportsInProgress,
} satisfies Feature;
