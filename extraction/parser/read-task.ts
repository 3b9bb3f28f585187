import type { ReadJob } from "../parser-job.ts";
import { parseDocument } from "./parse-document.ts";
import type { TaskDone } from "./task-done.ts";

/** A child's task: the text and structure of a document, as JSON. */
export async function run({ format, limits }: ReadJob, file: Buffer): Promise<TaskDone> {
  const { document, drawPreview } = await parseDocument(file, format, limits);
  return { body: Buffer.from(JSON.stringify(document)), drawPreview };
}
