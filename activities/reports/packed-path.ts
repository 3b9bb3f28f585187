import { safeFileName } from "../../domain/evidence/file-name.rules.ts";
import type { ReportedEvidence } from "../../domain/reports/report-data.ts";

/** Whether a package contains the file of a piece of evidence. */
export const isPacked = ({ withheld }: ReportedEvidence): boolean => !withheld;

/** The path of a file in the package. */
export const packedPath = ({ id, control, fileName }: ReportedEvidence): string =>
  `evidence/${safeFileName(control)}/${id}-${safeFileName(fileName)}`;
