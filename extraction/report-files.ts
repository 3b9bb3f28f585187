import type { PdfBlock } from "../platform/documents/pdf/sheet-pdf.ts";
import { createFairSlots } from "../platform/concurrency/fair-slots.ts";
import type { Sheet } from "../platform/documents/workbook/write-workbook.ts";
import type { ParserJob, WriteSheetJob } from "./parser-job.ts";
import { DEFAULT_PROCESS_LIMITS } from "./extract-document.ts";
import { createParserPool } from "./parser-pool.ts";
import type { ProcessLimits } from "./parser-process.ts";

/** However many reports are being built: each child may take a gigabyte. */
const SLOTS = { what: "reports", slots: 2, waitingEach: 1_000, waitMs: 3_600_000 } as const;

/** Report files from rows, in capped children. Throws ExtractionError. */
export interface ReportFiles {
  writeSheet(blocks: readonly PdfBlock[], about: SheetAbout, signal: AbortSignal): Promise<Buffer>;
  writeWorkbook(sheets: readonly Sheet[], signal: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}

export interface SheetAbout {
  title: string;
  language: string;
  /** As ISO 8601. */
  asOf: string;
}

/** For a worker process. */
export function createReportFiles(limits: Partial<ProcessLimits> = {}): ReportFiles {
  const pool = createParserPool({ ...DEFAULT_PROCESS_LIMITS, ...limits }, false);
  const slots = createFairSlots(SLOTS);
  const run = (job: ParserJob, content: unknown, signal: AbortSignal): Promise<Buffer> =>
    slots.run(
      "reports",
      async () => (await pool.run("documents", job, Buffer.from(JSON.stringify(content)), signal)).body,
      signal,
    );
  return {
    writeSheet: (blocks, about, signal) =>
      run({ task: "write_sheet", ...about } satisfies WriteSheetJob, blocks, signal),
    writeWorkbook: (sheets, signal) => run({ task: "write_workbook" }, sheets, signal),
    close: pool.close,
  };
}
