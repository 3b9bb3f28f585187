/** Why a workbook cannot be processed, worded for its sender. */
export class WorkbookError extends Error {}
