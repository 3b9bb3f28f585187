import type { ParserJob, WriteMarkdownJob, WriteSheetJob } from "../parser-job.ts";
import type { PdfBlock } from "../../platform/documents/pdf/sheet-pdf.ts";
import type { Sheet } from "../../platform/documents/workbook/write-workbook.ts";
import type { TaskDone } from "./task-done.ts";

/** Gets the job of its name. */
type Task = (job: never, file: Buffer) => Promise<TaskDone>;

const later =
  (load: () => Promise<{ run: Task }>): Task =>
  async (job, file) =>
    (await load()).run(job, file);

/** By name. Tasks are loaded on demand: a child runs one task, so it should load the code of one. */
const TASKS: Readonly<Record<string, Task>> = {
  read: later(() => import("./read-task.ts")),
  find_questions: later(() => import("../questionnaire/find-questions-task.ts")),
  write_answers: later(() => import("../questionnaire/write-answers-task.ts")),

  async write_markdown({ format, title, asOf }: WriteMarkdownJob, file) {
    const markdown = file.toString("utf8");
    if (format === "docx") {
      const { markdownToDocx } = await import("../../platform/documents/markdown/markdown-docx.ts");
      return { body: await markdownToDocx(markdown, { title }) };
    }
    const { markdownToPdf } = await import("../../platform/documents/markdown/markdown-pdf.ts");
    return { body: await markdownToPdf(markdown, { title, asOf: new Date(asOf) }) };
  },

  async write_sheet({ title, asOf }: WriteSheetJob, file) {
    const { sheetToPdf } = await import("../../platform/documents/pdf/sheet-pdf.ts");
    const blocks = JSON.parse(file.toString("utf8")) as PdfBlock[];
    return { body: await sheetToPdf(blocks, { title, asOf: new Date(asOf) }) };
  },

  async write_workbook(_job, file) {
    const { writeWorkbook } = await import("../../platform/documents/workbook/write-workbook.ts");
    return { body: await writeWorkbook(JSON.parse(file.toString("utf8")) as Sheet[]) };
  },
};

/** Runs the one task of this child. Throws any problem with the file. */
export async function doTask(job: ParserJob, file: Buffer): Promise<TaskDone> {
  const task = TASKS[job.task];
  if (task === undefined) throw new Error(`no task has the name ${job.task}`);
  return task(job as never, file);
}
