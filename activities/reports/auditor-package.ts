import { Readable } from "node:stream";
import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import type { AuditData } from "../../domain/reports/audit-record.ts";
import type { ProjectData, EvidenceData } from "../../domain/project-data/project-data.ts";
import { projectScore } from "../../domain/project-data/project-score.rules.ts";
import { reportTables, type ReportTable } from "../../domain/reports/report-tables.rules.ts";
import { isPacked, packedPath } from "../../domain/reports/package-contents.rules.ts";
import type { BlobStore } from "../../platform/blobs/blobs.ts";
import { verified } from "../../platform/blobs/verified.ts";
import { BYTE_ORDER_MARK, csvLines } from "../../platform/documents/csv.ts";
import { paired } from "../../platform/paired.ts";
import { bytesEntry, jsonEntry, type ZipEntry } from "./write-zip.ts";
import { callEvidence } from "../../domain/reports/report-failures.rules.ts";

/**
 * Incremented when readers of packages must handle something new: version 2 added the files of replaced
 * versions.
 */
const FORMAT_VERSION = 2;

/** A table as a CSV file for spreadsheets. */
export const toCsv = ({ columns, rows }: Pick<ReportTable, "columns" | "rows">): Buffer =>
  Buffer.from(BYTE_ORDER_MARK + csvLines([columns, ...rows]));

const tableEntry = (table: ReportTable): ZipEntry => bytesEntry(`${table.name}.csv`, toCsv(table));

function evidenceEntry(blobs: BlobStore, evidence: EvidenceData): ZipEntry {
  const { id, fileSize: size, sha256 } = evidence;
  const key = blobKeys(id).original;
  const open = async (): Promise<Readable> =>
    Readable.from(verified({ key, size, sha256 }, await blobs.read(key)));
  return { path: packedPath(evidence), called: callEvidence(id), size, sha256, open };
}

/** Adds the path of each file, so that the list leads to the files. */
const withPaths = (table: ReportTable, { evidence }: ProjectData): ReportTable =>
  table.name === "evidence"
    ? {
        ...table,
        columns: [...table.columns, "path"],
        rows: paired(table.rows, evidence).map(([row, one]) => [
          ...row,
          isPacked(one) ? packedPath(one) : null,
        ]),
      }
    : table;

/** Every version of every piece of evidence. */
export const filedEvidence = ({ evidence, record }: AuditData): EvidenceData[] => [
  ...evidence,
  ...record.replaced,
];

function manifestOf(data: AuditData, entries: readonly ZipEntry[]): object {
  const leftOut = filedEvidence(data).filter((evidence) => !isPacked(evidence));
  const files = entries.map(({ path, size, sha256 }) => ({ path, size, sha256 }));
  return {
    format_version: FORMAT_VERSION,
    as_of: data.asOf,
    project: {
      id: data.project.id,
      name: data.project.name,
      period_start: data.project.periodStart,
      period_end: data.project.periodEnd,
    },
    framework: data.project.framework,
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    left_out: leftOut.map(({ id, fileName, withheld }) => ({
      evidence_id: id,
      file_name: fileName,
      reason: withheld,
    })),
  };
}

/**
 * The contents of an audit package: cover and index, the lists, the score, every file that may be downloaded,
 * and a manifest.
 */
export function auditorPackage(blobs: BlobStore, data: AuditData, index: readonly ZipEntry[]): ZipEntry[] {
  const entries = [
    ...index,
    ...reportTables(data).map((table) => tableEntry(withPaths(table, data))),
    jsonEntry("score.json", projectScore(data)),
    ...filedEvidence(data)
      .filter(isPacked)
      .map((evidence) => evidenceEntry(blobs, evidence)),
  ];
  return [...entries, jsonEntry("manifest.json", manifestOf(data, entries))];
}

/** Only the lists. */
export const tablesPackage = (data: ProjectData): ZipEntry[] => reportTables(data).map(tableEntry);
