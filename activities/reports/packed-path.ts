import { safeFileName } from "../../domain/evidence/file-name.rules.ts";
import type { ReportedEvidence } from "../../domain/reports/report-data.ts";

/** Whether a package has the file of a piece of evidence. */
export const isPacked = ({ withheld }: ReportedEvidence): boolean => !withheld;

/** Where a package has it. */
export const packedPath = ({ id, control, fileName }: ReportedEvidence): string =>
  `evidence/${safeFileName(control)}/${id}-${safeFileName(fileName)}`;
