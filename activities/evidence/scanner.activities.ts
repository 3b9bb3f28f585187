import type { IngestionDeps } from "./ingestion-deps.ts";

/** What the ingestion asks before its first step. */
export const createScannerActivities = ({ scanner }: Pick<IngestionDeps, "scanner">) => ({
  hasScanner: (): Promise<boolean> => Promise.resolve(scanner !== null),
});
