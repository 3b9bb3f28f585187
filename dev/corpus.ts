import { statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, resolve } from "node:path";
import { BROKEN_REASONS, judge, Manifest, type Expectation, type Outcome } from "./corpus/judge.ts";
import { readArgs } from "./read-args.ts";
import { StackError } from "./stack/stack-error.ts";
import type { Block, ExtractedDocument } from "../extraction/document.ts";
import { createExtractor, type Extractor } from "../extraction/extract-document.ts";
import { ExtractionError } from "../extraction/extraction-error.ts";
import { inspectFile } from "../extraction/inspect-file.ts";
import { RejectedFileError } from "../extraction/rejected-file-error.ts";

const HELP = `npm run corpus -- FOLDER

Checks and reads every file of a folder as if it were uploaded, prints the results, and compares them with
FOLDER/manifest.json if it exists. Exits with 1 after a wrong success or failure, a crash or a hang.`;

const MANIFEST = "manifest.json";
const TIMEOUT_MS = 120_000;
const WIDTHS = [46, 6, 24, 7, 6, 7, 9, 20, 6];
const TITLES = ["file", "format", "verdict", "ms", "pages", "blocks", "letters", "expected", ""];

interface Result {
  file: string;
  outcome: Outcome;
  document: ExtractedDocument | null;
  milliseconds: number;
}

const textOfBlock = (block: Block) =>
  block.kind === "table" ? [block.header, ...block.rows].map((row) => row.join(" ")).join("\n") : block.text;

function failureOf(error: unknown): Outcome {
  if (error instanceof RejectedFileError) return { kind: "rejected", reason: error.reason };
  if (!(error instanceof ExtractionError)) return { kind: "broken", reason: String(error) };
  return { kind: BROKEN_REASONS.has(error.reason) ? "broken" : "failed", reason: error.reason };
}

async function examine(extractor: Extractor, folder: string, file: string): Promise<Result> {
  const started = performance.now();
  const path = join(folder, file);
  const done = (outcome: Outcome, document: ExtractedDocument | null): Result => {
    return { file, outcome, document, milliseconds: performance.now() - started };
  };
  try {
    const { format } = await inspectFile(path, file);
    const { document } = await extractor.extract(path, format);
    return done({ kind: "completed", text: document.blocks.map(textOfBlock).join("\n") }, document);
  } catch (error) {
    return done(failureOf(error), null);
  }
}

async function readManifest(folder: string): Promise<Map<string, Expectation>> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "[]";
    throw error;
  });
  return new Map(Manifest.parse(JSON.parse(text)).map((entry) => [entry.file, entry]));
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((e) => relative(folder, join(e.parentPath, e.name)));
  return files.filter((file) => file !== MANIFEST).toSorted();
}

function printRow(cells: readonly (string | number)[]): void {
  const padded = cells.map((cell, i) => {
    const width = WIDTHS[i] ?? 0;
    const text = String(cell).slice(0, width);
    return typeof cell === "number" ? text.padStart(width) : text.padEnd(width);
  });
  console.log(padded.join("  ").trimEnd());
}

function printResult({ file, outcome, document, milliseconds }: Result, expected?: Expectation): boolean {
  const wrong = judge(outcome, expected);
  const verdict = "reason" in outcome ? `${outcome.kind}: ${outcome.reason}` : outcome.kind;
  const wanted = expected === undefined ? "-" : `${expected.upload}/${expected.final ?? "-"}`;
  const letters = outcome.kind === "completed" ? outcome.text.length : "";
  const counts = [document?.pageCount ?? "", document?.blocks.length ?? "", letters];
  const mark = wrong === null ? "OK" : "WRONG";
  printRow([file, extname(file).slice(1), verdict, Math.round(milliseconds), ...counts, wanted, mark]);
  if (wrong !== null) console.log(`    ${wrong}`);
  return wrong === null;
}

async function main(folder: string): Promise<void> {
  const root = resolve(folder);
  const [files, manifest] = await Promise.all([listFiles(root), readManifest(root)]);
  const missing = [...manifest.keys()].filter((file) => !files.includes(file));
  const extractor = createExtractor({ timeoutMs: TIMEOUT_MS });
  const started = performance.now();
  let wrong = missing.length;
  printRow(TITLES);
  for (const file of files) {
    const isRight = printResult(await examine(extractor, root, file), manifest.get(file));
    if (!isRight) wrong += 1;
  }
  await extractor.close();
  for (const file of missing) console.log(`${file}: in the manifest, but not in the folder`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\n${files.length} files in ${seconds} s, ${wrong} wrong`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

function readFolder([folder]: string[]): string {
  if (statSync(folder!, { throwIfNoEntry: false })?.isDirectory() === true) return folder!;
  throw new StackError(`"${folder}" is not a folder`);
}

await main(readArgs({ help: HELP, operands: ["FOLDER"] }, (_, operands) => readFolder(operands)));
