import type { CompileJob, ParserJob, ReadJob, WriteMarkdownJob, WriteSheetJob } from "../parser-job.ts";
import type { PdfBlock } from "../../platform/documents/pdf/sheet-pdf.ts";
import type { Sheet } from "../../platform/documents/workbook/write-workbook.ts";
import { questionnaireTasks } from "../questionnaires/questionnaire-tasks.ts";
import { loadCompiled } from "./load-compiled.ts";
import type * as Reader from "./parse-document.ts";
import type { ParsedDocument } from "./parsed-document.ts";
import { resetWebAssembly } from "./tune-webassembly.ts";

/** The result of a task, and an optional preview to draw afterwards. */
export interface TaskDone {
  body: Buffer;
  drawPreview?: ParsedDocument["drawPreview"];
}

/** Gets the job of its name. */
type Task = (job: never, file: Buffer) => Promise<TaskDone>;

const loadReader = (format: string) => loadCompiled<typeof Reader>(`parse-document-${format}`);

/** By name. Tasks are loaded on demand: a child runs one task, so it should load the code of one. */
const TASKS: Readonly<Record<string, Task>> = {
  async read({ format, limits }: ReadJob, file) {
    const { parseDocument } = loadReader(format).exports;
    const { document, drawPreview } = await parseDocument(file, format, limits);
    return { body: Buffer.from(JSON.stringify(document)), drawPreview };
  },

  async compile({ format, limits }: CompileJob, file) {
    const { script, exports } = loadReader(format);
    const { drawPreview } = await exports.parseDocument(file, format, limits);
    await drawPreview();
    resetWebAssembly();
    return { body: script.createCachedData() };
  },

  async write_markdown({ format, title, asOf }: WriteMarkdownJob, file) {
    const [markdown, about] = [file.toString("utf8"), { title, asOf: new Date(asOf) }];
    if (format === "docx") {
      const { markdownToDocx } = await import("../../platform/documents/markdown/markdown-docx.ts");
      return { body: await markdownToDocx(markdown, about) };
    }
    const { markdownToPdf } = await import("../../platform/documents/markdown/markdown-pdf.ts");
    return { body: await markdownToPdf(markdown, about) };
  },

  async write_sheet({ title, language, asOf }: WriteSheetJob, file) {
    const { sheetToPdf } = await import("../../platform/documents/pdf/sheet-pdf.ts");
    const blocks = JSON.parse(file.toString("utf8")) as PdfBlock[];
    return { body: await sheetToPdf(blocks, { title, language, asOf: new Date(asOf) }) };
  },

  async write_workbook(_job, file) {
    const { writeWorkbook } = await import("../../platform/documents/workbook/write-workbook.ts");
    return { body: await writeWorkbook(JSON.parse(file.toString("utf8")) as Sheet[]) };
  },

  ...questionnaireTasks,
};

/** Runs the one task of this child. Throws any problem with the file. */
export async function doTask(job: ParserJob, file: Buffer): Promise<TaskDone> {
  const task = TASKS[job.task];
  if (task === undefined) throw new Error(`no task has the name ${job.task}`);
  return task(job as never, file);
}
