import { hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { withheldBecause } from "../../domain/evidence/evidence.rules.ts";
import { safeFileName } from "../../domain/evidence/file-name.rules.ts";
import type { BuiltFile } from "../../domain/reports/report-build.commands.ts";
import type { AuditData } from "../../domain/reports/audit-record.ts";
import type { ProjectData } from "../../domain/project-data/project-data.ts";
import type { Report } from "../../domain/reports/report.entity.ts";
import { reportKeys, reportTitle, type ReportKind } from "../../domain/reports/report.rules.ts";
import { isPacked } from "../../domain/reports/package-contents.rules.ts";
import type { Texts } from "../../domain/texts/en.ts";
import { textsIn } from "../../domain/texts/texts-in.ts";
import type { ReportFiles } from "../../extraction/report-files.ts";
import { BlobNotFound, type BlobStore } from "../../platform/blobs/blobs.ts";
import { isIntact } from "../../platform/blobs/is-intact.ts";
import { withScratchFolder } from "../../platform/blobs/scratch.ts";
import { BlobChanged } from "../../platform/blobs/verified.ts";
import { readRows } from "../../platform/database/read-rows.ts";
import type { SystemDeps } from "../run-as-system.ts";
import { auditorPackage, filedEvidence, tablesPackage } from "./auditor-package.ts";
import { oscalPackage } from "./oscal-package.ts";
import { outdated, reportFailure } from "./report-failure.ts";
import { summarySheet } from "./summary-sheet.ts";
import { writeInChild } from "./write-in-child.ts";
import { writeIndex } from "./write-index.ts";
import { writeZip, type WrittenFile, type ZipEntry } from "./write-zip.ts";
import { callEvidence, reportFileSentence } from "../../domain/reports/report-failures.rules.ts";

export interface ReportDeps extends SystemDeps {
  blobs: BlobStore;
  /** Whether a scanner is configured. */
  scans: boolean;
  files: Pick<ReportFiles, "writeSheet" | "writeWorkbook">;
  /** Where files are built: a package is as large as the evidence in it, too large for many temporary folders. */
  scratch: string;
}

interface Building {
  data: ProjectData;
  texts: Texts;
  /** The destination of the file. */
  target: string;
  signal: AbortSignal;
  /** Receives the progress, 0 to 1. */
  reportShare: (share: number) => Promise<void>;
}

/** Evidence that was deleted or quarantined since the snapshot must not be in the file. */
async function requireCurrent(deps: ReportDeps, data: AuditData): Promise<void> {
  const ids = filedEvidence(data)
    .filter(isPacked)
    .map(({ id }) => id);
  if (ids.length === 0) return;
  const rows = await readRows(deps.orm.em.fork(), Evidence, { where: { id: { $in: ids } } });
  const still = rows.filter((row) => !row.deletedAt && withheldBecause(row, deps) === null);
  if (still.length !== ids.length) throw outdated("Evidence was deleted while the report was being built");
}

/**
 * Names the file that is missing or changed, unless it was removed on purpose, or the store returns it now: then the
 * package is built again.
 */
async function explain(deps: ReportDeps, data: AuditData, error: unknown): Promise<unknown> {
  if (!(error instanceof BlobNotFound || error instanceof BlobChanged)) return error;
  await requireCurrent(deps, data);
  for (const { id, sha256 } of filedEvidence(data).filter(isPacked)) {
    const key = blobKeys(id).original;
    if ((await deps.blobs.size(key)) === null)
      return reportFailure(reportFileSentence("file_missing", callEvidence(id)));
    if (error instanceof BlobChanged && error.key === key && !(await isIntact(deps.blobs, { key, sha256 })))
      return reportFailure(reportFileSentence("file_changed", callEvidence(id)));
  }
  return error;
}

/** Reports progress before each entry is opened. */
function reporting(entries: readonly ZipEntry[], reportShare: Building["reportShare"]): ZipEntry[] {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  let opened = 0;
  return entries.map((entry) => ({
    ...entry,
    open: async () => {
      await reportShare(opened / total);
      opened += entry.size;
      return entry.open();
    },
  }));
}

async function buildPackage(deps: ReportDeps, building: Building): Promise<WrittenFile> {
  const { target, texts, signal, reportShare } = building;
  const data = building.data as AuditData;
  await requireCurrent(deps, data);
  const index = await writeIndex(deps.files, { data, texts }, signal);
  await requireCurrent(deps, data);
  const entries = reporting(auditorPackage(deps.blobs, data, index), reportShare);
  return writeZip(target, entries, signal).catch(async (error: unknown) => {
    throw await explain(deps, data, error);
  });
}

async function buildPdf({ files }: ReportDeps, building: Building): Promise<WrittenFile> {
  const { data, texts, target, signal } = building;
  const about = {
    title: `${data.project.name}: ${texts.reports.summary}`,
    language: texts.language,
    asOf: data.asOf,
  };
  const bytes = await writeInChild(() => files.writeSheet(summarySheet(data, texts), about, signal), signal);
  await writeFile(target, bytes, { flush: true });
  return { size: bytes.length, sha256: hash("sha256", bytes) };
}

const BUILD: Record<ReportKind, (deps: ReportDeps, building: Building) => Promise<WrittenFile>> = {
  auditor_package: buildPackage,
  summary_pdf: buildPdf,
  csv: (_deps, { data, target, signal }) => writeZip(target, tablesPackage(data), signal),
  oscal: (_deps, { data, target, signal }) => writeZip(target, oscalPackage(data), signal),
};

/** Incremented when the format of rows changes: snapshots of older versions are collected again. */
export const SNAPSHOT_FORMAT = 3;

type Snapshot = ProjectData & { format?: number };

/** Rows that differ from what was collected are collected again. */
async function readSnapshot({ blobs }: ReportDeps, reportId: string, sha256?: string): Promise<Snapshot> {
  const rows = await blobs.get(reportKeys(reportId).snapshot);
  if (sha256 !== undefined && hash("sha256", rows) !== sha256) throw outdated("The stored rows were changed");
  return JSON.parse(rows.toString("utf8")) as Snapshot;
}

type WantedReport = Pick<Report, "id" | "kind" | "language">;

/** The file name contains the project's name, which is derived here rather than passed on. */
export async function nameOfFile(deps: ReportDeps, report: WantedReport): Promise<string> {
  const snapshot = await readSnapshot(deps, report.id);
  return safeFileName(reportTitle(report.kind, snapshot, textsIn(report.language)));
}

/** Builds the file from the snapshot and stores it in the blob store. */
export async function buildFile(
  deps: ReportDeps,
  report: WantedReport,
  {
    signal,
    reportShare,
    rowsSha256,
  }: Pick<Building, "signal" | "reportShare"> & { rowsSha256: string | undefined },
): Promise<BuiltFile> {
  const keys = reportKeys(report.id);
  const data = await readSnapshot(deps, report.id, rowsSha256);
  const texts = textsIn(report.language);
  if (data.format !== SNAPSHOT_FORMAT) throw outdated("Another version collected the rows");
  const buildIn = async (folder: string): Promise<BuiltFile> => {
    const target = join(folder, "file");
    const { size, sha256 } = await BUILD[report.kind](deps, { data, texts, target, signal, reportShare });
    await deps.blobs.putFile(keys.file(sha256), target);
    return { fileSize: size, sha256 };
  };
  return withScratchFolder("report", buildIn, deps.scratch);
}
