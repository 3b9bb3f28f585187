// For parsers.mjs: prints the names of the files it wrote beside the parsers' program.
import { renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { EvidenceFormat } from "../../extraction/document.ts";
import { DEFAULT_PROCESS_LIMITS } from "../../extraction/extract-document.ts";
import type { CompileJob } from "../../extraction/parser-job.ts";
import { createParserPool, parserProgram } from "../../extraction/parser-pool.ts";
import { makeDocx } from "../sample-files/make-docx.ts";
import { makePdf } from "../sample-files/make-pdf.ts";
import { makeXlsx } from "../sample-files/make-workbook.ts";

const LIMITS = { ocrPages: 0, ocrMs: 0, pages: 10, rows: 100, characters: 100_000 };
const TEXT = "Access rights are reviewed every quarter by the owner of the system.";
const ROWS = [
  ["System", "Owner"],
  ["Payroll", "Finance"],
];

/** Each contains what most documents of its format contain: what it does not use is compiled for each document. */
const SAMPLES: Partial<Record<EvidenceFormat, () => Promise<Buffer> | Buffer>> = {
  pdf: () => makePdf({ title: "Policy", headings: ["Purpose"], pages: [[TEXT, TEXT], [TEXT]] }),
  docx: () =>
    makeDocx([{ heading: "Purpose" }, { paragraph: TEXT }, { list: [TEXT, TEXT] }, { table: ROWS }], {
      title: "Policy",
      header: "Policy",
      footer: "Page",
    }),
  xlsx: () => makeXlsx([{ name: "Systems", rows: ROWS }]),
};

const folder = dirname(parserProgram());
const pool = createParserPool(DEFAULT_PROCESS_LIMITS, false);

async function compile(format: EvidenceFormat, sample: Buffer): Promise<string> {
  const job: CompileJob = { task: "compile", format, limits: LIMITS };
  const { body } = await pool.run("documents", job, sample);
  const name = `parse-document-${format}.code`;
  const staged = join(folder, `.${name}.${process.pid}`);
  writeFileSync(staged, body, { mode: 0o644 });
  renameSync(staged, join(folder, name));
  return name;
}

const names: string[] = [];
for (const [format, make] of Object.entries(SAMPLES))
  names.push(await compile(format as EvidenceFormat, await make()));
console.log(JSON.stringify(names));
