import { createFairSlots, type FairSlots } from "../../platform/fair-slots.ts";

/** An export is a file of rows, made while its caller fetches it; each caller has a share in those of this process. */
export interface ExportSlots {
  /** From the first row to the last byte, which a caller may fetch slowly: it keeps a file, and a connection of theirs, open. */
  exports: FairSlots;
  /** While rows of one moment are read, which keeps a connection to PostgreSQL. */
  reads: FairSlots;
}

const EXPORTS = { what: "exports", slots: Infinity, slotsEach: 4, waitingEach: 0, waitMs: 0 };
/** Few of the connections that all requests share. */
const READS = { what: "exports", slots: 4, slotsEach: 2, waitingEach: 4, waitMs: 10_000 };

export const createExportSlots = (): ExportSlots => ({
  exports: createFairSlots(EXPORTS),
  reads: createFairSlots(READS),
});
