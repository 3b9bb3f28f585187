import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { DemoFile } from "../../dev/demo/demo-file.ts";
import { makeDocx, type DocxPart } from "../../dev/sample-files/make-docx.ts";
import { makePdf } from "../../dev/sample-files/make-pdf.ts";
import { makeXlsx } from "../../dev/sample-files/make-workbook.ts";
import { EvaluatedQuestions, type EvaluatedQuestion } from "./is-good-answer.ts";

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
const read = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(name, import.meta.url), "utf8"));

function make({ pdf, docx, xlsx = [] }: z.infer<typeof Documents>[number]): Buffer | Promise<Buffer> {
  if (pdf !== undefined) return makePdf(pdf);
  return docx === undefined ? makeXlsx(xlsx) : makeDocx(docx as DocxPart[]);
}

/**
 * Fourteen documents of other kinds than the demo's: procedures, registers, minutes, contracts, questions and
 * answers.
 */
async function readFiles(): Promise<DemoFile[]> {
  return Documents.parse(await read("documents.json")).map((document) => {
    const { name, title, control } = document;
    return { name, title, control, description: "", daysAgo: 0, make: async () => make(document) };
  });
}

/** Files with questions. Questions at even positions were used for development, the others are held out. */
export interface EvaluationSet {
  files: readonly DemoFile[];
  questions: EvaluatedQuestion[];
}

/**
 * The second set: sixty questions for the assistant (`questions.json`), or forty-eight in the style of
 * customers' questionnaires (`questionnaire.json`), about the same documents.
 */
export const readSecondSet = async (
  questions: "questions.json" | "questionnaire.json",
): Promise<EvaluationSet> => ({
  files: await readFiles(),
  questions: EvaluatedQuestions.parse(await read(questions)),
});

export const HALVES = ["built", "held-out", "all"] as const;

/** The questions of a half, or all of them, and whether they were held out. */
export const questionsOf = ({ questions }: EvaluationSet, half: (typeof HALVES)[number]) =>
  questions
    .map((question, place) => ({ question, held: place % 2 === 1 }))
    .filter(({ held }) => half === "all" || held === (half === "held-out"));
