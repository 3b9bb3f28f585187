import type { AuditData } from "../../domain/reports/audit-record.ts";
import type { Texts } from "../../domain/texts/en.ts";
import type { ReportFiles } from "../../extraction/report-files.ts";
import { bytesEntry, type ZipEntry } from "./write-zip.ts";
import { coverBlocks, coverTable } from "./cover.ts";
import { indexBlocks } from "./index-blocks.ts";
import { indexTables } from "./index-tables.ts";
import { writeInChild } from "./write-in-child.ts";

/** `index.pdf`, and for a large project also `index-2.pdf` and so on. */
const nameOf = (n: number): string => (n === 0 ? "index.pdf" : `index-${n + 1}.pdf`);

/**
 * Cover and index of a package, as PDF and XLSX. One file after the other, because each takes a child's
 * memory.
 */
export async function writeIndex(
  files: Pick<ReportFiles, "writeSheet" | "writeWorkbook">,
  { data, texts }: { data: AuditData; texts: Texts },
  signal: AbortSignal,
): Promise<ZipEntry[]> {
  const { asOf, project } = data;
  const parts = indexBlocks(data, texts).map((blocks, n) => ({
    path: nameOf(n),
    what: texts.reports.index,
    blocks,
  }));
  const paths = parts.map(({ path }) => path);
  const cover = { what: texts.reports.auditorPackage, blocks: coverBlocks(data, paths, texts) };
  const sheets = [{ path: "cover.pdf", ...cover }, ...parts];
  const entries: ZipEntry[] = [];
  for (const { path, what, blocks } of sheets) {
    const about = { title: `${project.name}: ${what}`, language: texts.language, asOf };
    entries.push(bytesEntry(path, await writeInChild(() => files.writeSheet(blocks, about, signal), signal)));
  }
  const tables = [coverTable(data, texts), ...indexTables(data, texts)];
  const workbook = await writeInChild(() => files.writeWorkbook(tables, signal), signal);
  return [...entries, bytesEntry("index.xlsx", workbook)];
}
