import type {
  FindQuestionsJob,
  ParserJob,
  ReadJob,
  WriteAnswersJob,
  WriteMarkdownJob,
  WriteSheetJob,
} from "../parser-job.ts";
import type { PdfBlock } from "../../platform/documents/pdf/sheet-pdf.ts";
import type { Sheet } from "../../platform/documents/workbook/write-workbook.ts";
import type { ParsedDocument } from "./parsed-document.ts";

/** The result of a task, and an optional preview to draw afterwards. */
export interface TaskDone {
  body: Buffer;
  drawPreview?: ParsedDocument["drawPreview"];
}

/** Tasks are loaded on demand: a child runs one task, so it should load the code of one. */
const TASKS = {
  async read({ format, limits }: ReadJob, file: Buffer): Promise<TaskDone> {
    const { parseDocument } = await import("./parse-document.ts");
    const { document, drawPreview } = await parseDocument(file, format, limits);
    return { body: Buffer.from(JSON.stringify(document)), drawPreview };
  },

  async find_questions({ request: columns }: FindQuestionsJob, file: Buffer): Promise<TaskDone> {
    const { readWorkbook } = await import("../questionnaire/read-workbook.ts");
    const { findQuestions } = await import("../questionnaire/find-questions.ts");
    return { body: Buffer.from(JSON.stringify(findQuestions(await readWorkbook(file), columns))) };
  },

  async write_answers({ sheet, column, answers }: WriteAnswersJob, file: Buffer): Promise<TaskDone> {
    const { writeAnswers } = await import("../questionnaire/write-answers.ts");
    return { body: await writeAnswers(file, { sheet, column, answers: new Map(answers) }) };
  },

  async write_markdown({ format, title, asOf }: WriteMarkdownJob, file: Buffer): Promise<TaskDone> {
    const markdown = file.toString("utf8");
    if (format === "docx") {
      const { markdownToDocx } = await import("../../platform/documents/markdown/markdown-docx.ts");
      return { body: await markdownToDocx(markdown, { title }) };
    }
    const { markdownToPdf } = await import("../../platform/documents/markdown/markdown-pdf.ts");
    return { body: await markdownToPdf(markdown, { title, asOf: new Date(asOf) }) };
  },

  async write_sheet({ title, asOf }: WriteSheetJob, file: Buffer): Promise<TaskDone> {
    const { sheetToPdf } = await import("../../platform/documents/pdf/sheet-pdf.ts");
    const blocks = JSON.parse(file.toString("utf8")) as PdfBlock[];
    return { body: await sheetToPdf(blocks, { title, asOf: new Date(asOf) }) };
  },

  async write_workbook(file: Buffer): Promise<TaskDone> {
    const { writeWorkbook } = await import("../../platform/documents/workbook/write-workbook.ts");
    return { body: await writeWorkbook(JSON.parse(file.toString("utf8")) as Sheet[]) };
  },
};

/** Runs the one task of this child. Throws any problem with the file. */
export function doTask(job: ParserJob, file: Buffer): Promise<TaskDone> {
  switch (job.task) {
    case "read":
      return TASKS.read(job, file);
    case "find_questions":
      return TASKS.find_questions(job, file);
    case "write_answers":
      return TASKS.write_answers(job, file);
    case "write_markdown":
      return TASKS.write_markdown(job, file);
    case "write_sheet":
      return TASKS.write_sheet(job, file);
    case "write_workbook":
      return TASKS.write_workbook(file);
  }
}
