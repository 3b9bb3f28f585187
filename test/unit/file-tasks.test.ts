import { afterAll, describe, expect, test } from "@jest/globals";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { createFileTasks, type FileTasksOptions } from "../../extraction/file-tasks.ts";
import type { AppError } from "../../platform/errors.ts";
import { makeXlsx } from "../../dev/sample-files/make-workbook.ts";
import { makeZip } from "../support/files/make-zip.ts";
import { readZip } from "../support/read-zip.ts";
import { cpuMs } from "../support/cpu-ms.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const opened: { close(): Promise<void> }[] = [];
const folder = await makeTestFolder();
afterAll(() => Promise.all(opened.map((each) => each.close())));

const tasks = (options: FileTasksOptions = {}) => {
  const made = createFileTasks({ prewarm: false, ...options });
  opened.push(made);
  return made;
};

const about = { format: "pdf", title: "A", asOf: new Date("2026-03-31T09:30:00Z") } as const;
/** A sheet with cells without a position, which take few bytes each. */
async function manyCells(count: number): Promise<Buffer> {
  const parts = await readZip(makeXlsx([{ name: "A", rows: [["Question", "Answer"]] }]));
  const sheet = [...parts.keys()].find((name) => name.includes("worksheets/"))!;
  const xml = `<worksheet><sheetData><row r="1">${"<c/>".repeat(count)}</row></sheetData></worksheet>`;
  parts.set(sheet, Buffer.from(xml));
  return makeZip([...parts].map(([name, data]) => ({ name, data })));
}

async function stored(file: Buffer): Promise<string> {
  const path = join(folder, "questions.xlsx");
  await writeFile(path, file);
  return path;
}

describe("while a child processes a hostile file", () => {
  test("this process continues", async () => {
    const { run } = tasks({ timeoutMs: 5_000 });
    const job = { task: "find_questions", format: "xlsx", request: {} };
    const path = await stored(await manyCells(3_900_000));
    const began = performance.now();
    let failure: unknown = null;
    const computed = await cpuMs(() =>
      run("a", job, path).catch((error: unknown) => {
        failure = error;
      }),
    );
    expect(computed).toBeLessThan((performance.now() - began) / 2);
    expect(failure === null || (failure as { code?: string }).code === "VALIDATION_ERROR").toBe(true);
  });

  test.each([
    ["time", { timeoutMs: 50 }],
    ["memory", { memoryMegabytes: 10 }],
    ["output", { outputBytes: 100 }],
  ])("it ends at its limit of %s, and the caller learns what to do", async (_what, limits) => {
    const { writeMarkdown } = tasks(limits);
    await expect(writeMarkdown("a", "**a** b ".repeat(10_000), about)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { field: "format", error: expect.stringContaining("smaller or simpler") },
    });
  });
});

test("one caller has one child at a time, and a bounded queue", async () => {
  const { writeMarkdown } = tasks();
  const results = await Promise.allSettled(Array.from({ length: 9 }, () => writeMarkdown("a", "# A", about)));
  const refused = results.flatMap((result) =>
    result.status === "rejected" ? [(result.reason as AppError).code] : [],
  );
  expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
  expect(refused).toContain("RATE_LIMITED");
});

test("a document requested by several people is written once", async () => {
  const { writeMarkdown } = tasks();
  const first = await writeMarkdown("a", "# A", about);
  const again = await Promise.all(["b", "c", "d"].map((caller) => writeMarkdown(caller, "# A", about)));
  for (const file of again) expect(file).toBe(first);
  expect(await writeMarkdown("a", "# B", about)).not.toEqual(first);
});

test("a file does not wait for another caller's many files", async () => {
  const { writeMarkdown } = tasks();
  let done = 0;
  const many = Array.from({ length: 4 }, (_, n) =>
    writeMarkdown("greedy", `# ${n}`, about).then(
      () => (done += 1),
      () => undefined,
    ),
  );
  await turn();
  await writeMarkdown("quiet", "# A", about);
  expect(done).toBeLessThan(4);
  await Promise.all(many);
});
