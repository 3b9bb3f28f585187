import { ParseError } from "../parser/parse-error.ts";

/** Why a workbook cannot be processed, worded for its sender. */
export class WorkbookError extends ParseError {
  constructor(message: string) {
    super("corrupt", message);
  }
}
