import { describe, expect, it } from "@jest/globals";
import type { Passage } from "../../domain/answers/passage.ts";
import { nearestSentences } from "../../domain/assistant/extract-answer.rules.ts";
import { figureQuestionOf } from "../../domain/assistant/question.rules.ts";
import { readCitations } from "../../domain/assistant/quotes.rules.ts";
import { safeText } from "../../domain/safe-text.rules.ts";
import { cpuMs } from "../support/cpu-ms.ts";

const LETTERS = 200_000;
/**
 * Quadratic time for this many characters exceeds ten seconds on any machine; linear time takes milliseconds.
 */
const AT_ONCE_MS = 2_000;

const fill = (piece: string): string => piece.repeat(LETTERS / piece.length);

const passageOf = (text: string): Passage => ({
  chunkId: "c1",
  evidenceId: "e1",
  title: "",
  fileName: "",
  page: 1,
  heading: null,
  similarity: 1,
  text,
});

const HOSTILE: [string, () => unknown][] = [
  ["question: a score that is raised", () => figureQuestionOf(fill("raise "))],
  ["question: controls that are", () => figureQuestionOf(fill("controls are "))],
  ["answer: line ends", () => nearestSentences("a", [passageOf(`${fill("\n")}a`)])],
  ["answer: blank lines", () => nearestSentences("a", [passageOf(`${fill("\n ")}a`)])],
  ["answer: spaces", () => nearestSentences("a", [passageOf(`a${fill("\t")}a`)])],
  ["quotes: spaces", () => readCitations(`a${fill(" ")}a`, new Map())],
  ["quotes: without an end", () => readCitations(fill('[c1: "'), new Map())],
  ["text of a model: spaces", () => safeText(`a${fill("\t")}a`)],
];

describe("texts of callers and files are read in linear time", () => {
  it.each(HOSTILE)("%s", async (_what, read) => {
    expect(await cpuMs(read)).toBeLessThan(AT_ONCE_MS);
  });
});
