import { createReportActivities } from "../../activities/reports/report.activities.ts";
import { createReportFiles } from "../../extraction/report-files.ts";
import { spoolsIn } from "../../extraction/sweep-leftovers.ts";
import type { ActivityParts, FeatureActivities } from "../activity-parts.ts";

export function openReportActivities({ config, orm, clock, blobs, scans }: ActivityParts): FeatureActivities {
  const files = createReportFiles();
  const scratch = spoolsIn(config.DATA_DIR);
  return {
    activities: createReportActivities({ orm, clock, blobs, files, scans, scratch }),
    close: files.close,
  };
}
