import { conflict } from "../../platform/errors.ts";
import type { Evidence } from "./evidence.entity.ts";
import { withheldBecause } from "./evidence.rules.ts";

/** A file that was replaced or failed before its scan will not be scanned. */
const notScanned = (evidence: Evidence): string =>
  evidence.awaitsIngestion()
    ? "The file has not been scanned for malware yet and cannot be downloaded: try again later"
    : "The file was never scanned for malware and cannot be downloaded";

/** CONFLICT if the file is withheld. `scans` is whether a scanner is configured. */
export function requireDownloadable(evidence: Evidence, protection: { scans: boolean }): void {
  const reason = withheldBecause(evidence, protection);
  if (reason === null) return;
  const message =
    reason === "quarantined" ? "The file is quarantined and cannot be downloaded" : notScanned(evidence);
  throw conflict(message, { reason });
}
