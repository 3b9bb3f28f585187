import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { DemoFile } from "../../dev/demo/demo-file.ts";
import { makeDocx, type DocxPart } from "../../dev/sample-files/make-docx.ts";
import { makePdf } from "../../dev/sample-files/make-pdf.ts";
import { makeXlsx } from "../../dev/sample-files/make-workbook.ts";

const Rows = z.array(z.array(z.string()));
const Documents = z.array(
  z.object({
    name: z.string(),
    title: z.string(),
    control: z.string(),
    pdf: z.object({ pages: Rows, headings: z.array(z.string()) }).optional(),
    docx: z.array(z.unknown()).optional(),
    xlsx: z.array(z.object({ name: z.string(), rows: Rows })).optional(),
  }),
);
const Questions = z.array(
  z.object({
    question: z.string(),
    needs: z.array(z.object({ file: z.string(), phrase: z.string() })),
    unwanted: z.string().optional(),
  }),
);

export type SecondQuestion = z.infer<typeof Questions>[number];

const read = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(name, import.meta.url), "utf8"));

function make({ pdf, docx, xlsx = [] }: z.infer<typeof Documents>[number]): Buffer | Promise<Buffer> {
  if (pdf !== undefined) return makePdf(pdf);
  return docx === undefined ? makeXlsx(xlsx) : makeDocx(docx as DocxPart[]);
}

/**
 * Fourteen documents of other shapes than the demo's (procedures, registers, minutes, contracts, questions and answers),
 * and sixty questions. Those with even places were built on, the others are held out.
 */
export async function readSecondSet(): Promise<{ files: DemoFile[]; questions: SecondQuestion[] }> {
  const documents = Documents.parse(await read("documents.json"));
  const files = documents.map((document): DemoFile => {
    const { name, title, control } = document;
    return { name, title, control, description: "", daysAgo: 0, make: async () => make(document) };
  });
  return { files, questions: Questions.parse(await read("questions.json")) };
}
