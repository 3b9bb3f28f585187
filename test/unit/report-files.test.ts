import { afterAll, describe, expect, test } from "@jest/globals";
import { ApplicationFailure } from "@temporalio/common";
import { read, utils } from "@e965/xlsx";
import { writeInChild } from "../../activities/reports/write-in-child.ts";
import { ExtractionError } from "../../extraction/extraction-error.ts";
import { createReportFiles } from "../../extraction/report-files.ts";
import type { ProcessLimits } from "../../extraction/parser-process.ts";
import type { PdfBlock } from "../../platform/documents/pdf/sheet-pdf.ts";
import { readPdfText } from "../support/read-pdf-text.ts";

const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
});

const filesWith = (limits: Partial<ProcessLimits> = {}) => {
  const made = createReportFiles(limits);
  opened.push(made);
  return made;
};
const signal = new AbortController().signal;
const about = { title: "Index", language: "en", asOf: "2026-03-31T09:30:00.000Z" };
const long = Array.from({ length: 4_000 }, (_, n): PdfBlock => ({ kind: "line", text: `Line ${n}` }));

test("a child writes sheets and workbooks", async () => {
  const files = filesWith();
  expect(
    await readPdfText(await files.writeSheet([{ kind: "line", text: "Ü 監査" }], about, signal)),
  ).toContain("Ü 監査");
  const sheets = [{ name: "Reviews", columns: [{ head: "By", width: 9 }], rows: [["Ada"], ["Max"]] }];
  const book = read(await files.writeWorkbook(sheets, signal));
  expect(utils.sheet_to_json(book.Sheets["Reviews"]!)).toEqual([{ By: "Ada" }, { By: "Max" }]);
});

test.each([
  ["time", { timeoutMs: 50 }],
  ["memory", { memoryMegabytes: 10 }],
  ["output", { outputBytes: 100 }],
])("a report that exceeds its limit of %s fails permanently, with the reason", async (_what, limits) => {
  const { writeSheet } = filesWith(limits);
  const failure = await writeInChild(() => writeSheet(long, about, signal), signal).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ApplicationFailure);
  expect(failure).toMatchObject({
    type: "ReportFailure",
    nonRetryable: true,
    message: expect.stringContaining("too large for this report"),
  });
});

test("an aborted report fails with the reason of the abort", async () => {
  const stopping = new AbortController();
  const { writeSheet } = filesWith();
  const writing = writeInChild(() => writeSheet(long, about, stopping.signal), stopping.signal);
  stopping.abort(new Error("the worker ends"));
  await expect(writing).rejects.toThrow("the worker ends");
});

describe("a child that crashes", () => {
  const crash = () => Promise.reject(new ExtractionError("crashed", "The parser ended unexpectedly."));
  const tried = async (...results: (() => Promise<string>)[]) => {
    let tries = 0;
    const write = () => results[Math.min(tries++, results.length - 1)]!();
    const result = await writeInChild(write, signal, 1).catch((error: unknown) => error);
    return { tries, result };
  };

  test("is started again", async () => {
    const written = () => Promise.resolve("the file");
    expect(await tried(crash, crash, written)).toEqual({ tries: 3, result: "the file" });
  });

  test("each time ends the report", async () => {
    const { tries, result } = await tried(crash);
    expect(tries).toBe(3);
    expect(result).toMatchObject({ nonRetryable: true, message: expect.stringContaining("crashed") });
  });

  test("is not counted if it could not be started: the machine is the cause", async () => {
    const none = new ExtractionError("aborted", "The parser could not be started.");
    const { tries, result } = await tried(() => Promise.reject(none));
    expect([tries, result]).toEqual([1, none]);
  });
});
