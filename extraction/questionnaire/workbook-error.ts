/** Why a workbook cannot be worked with, in words for whoever sent it. */
export class WorkbookError extends Error {}
