import { safeFileName } from "../../domain/evidence/file-name.rules.ts";
import type { EvidenceData } from "../../domain/project-data/project-data.ts";

/** Whether a package contains the file of a piece of evidence. */
export const isPacked = ({ withheld }: EvidenceData): boolean => !withheld;

/** The path of a file in the package. */
export const packedPath = ({ id, control, fileName }: EvidenceData): string =>
  `evidence/${safeFileName(control)}/${id}-${safeFileName(fileName)}`;
