import { Report } from "../../domain/reports/report.entity.ts";
import { reportKeys, reportWorkflowId } from "../../domain/reports/report.rules.ts";
import type { RowsWithFiles } from "../projects/remove-rows-with-files.ts";

export const reportFiles: RowsWithFiles = {
  entity: Report,
  folderOf: (id) => reportKeys(id).folder,
  workflowOf: reportWorkflowId,
};
