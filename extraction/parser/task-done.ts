import type { ParsedDocument } from "./parsed-document.ts";

/** The result of a task, and an optional preview to draw afterwards. */
export interface TaskDone {
  body: Buffer;
  drawPreview?: ParsedDocument["drawPreview"];
}
