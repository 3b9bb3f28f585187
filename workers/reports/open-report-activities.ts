import { createReportActivities } from "../../activities/reports/report.activities.ts";
import { createReportFiles } from "../../extraction/report-files.ts";
import type { ActivityParts, FeatureActivities } from "../activity-parts.ts";

export function openReportActivities({ orm, clock, blobs, scans }: ActivityParts): FeatureActivities {
  const files = createReportFiles();
  return { activities: createReportActivities({ orm, clock, blobs, files, scans }), close: files.close };
}
