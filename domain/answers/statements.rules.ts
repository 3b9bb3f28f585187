import type { Passage } from "./passage.ts";
import { contentWords } from "./words.rules.ts";
import { lastOf } from "../last-of.rules.ts";

/** `row` is a table row, `meta` one about the document itself: its version, owner and dates. */
type Kind = "prose" | "row" | "meta" | "heading";

/** A sentence of a passage, or a row or list item as a whole, with its headings. */
export interface CitedStatement {
  passage: Passage;
  sentence: string;
  kind: Kind;
  /** The headings above it, nearest first; in a document of questions and answers, the question. */
  headings: readonly string[];
  /** The preceding text of the paragraph, to which "it" may refer. */
  before: string;
  /** Whether it is the first of its section. */
  isFirst: boolean;
}

const LONGEST_SENTENCE = 500;
const LONGEST_HEADING = 100;
/** Fewer words have no meaning by themselves. */
const FEWEST_WORDS = 3;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

const LIST_ITEM = /^(?:[-*|•]|\d+[.)](?:\s|$))/;
const TABLE_ROW = /^[^:;.]{1,40}: /;
/** A row of two cells: a topic and a sentence. */
const PAIR = /^([^:;.]{1,40}); (?=\p{Lu}[^;]*[.!]$)/u;
const CELL = /(?:^|; )([^:;.]{1,40}): /g;
const SMALL_LETTER = /^\p{Ll}/u;
const ENDS_OPEN = /[^.!:;,]$/;

const META_NAMES =
  /^(?:version|revision|owner|author|approved(?: by| on)?|approver|(?:next |last )?review(?:ed)?(?: date| by| on)?|classification|document(?: id| number| name)?|effective(?: date| from)?|date|status|valid (?:from|until)|page|title|reference|issued(?: by| on)?|prepared by)$/i;

/**
 * Lines grouped into blocks that may share a sentence: it does not continue after an empty line before a
 * capital, in a list item or in a table row.
 */
function blocksOf(text: string): string[] {
  const blocks: string[][] = [[]];
  let isBehindGap = false;
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    if (trimmed !== "") {
      const isNew = isBehindGap && !SMALL_LETTER.test(trimmed);
      if (isNew || LIST_ITEM.test(trimmed) || TABLE_ROW.test(line) || PAIR.test(trimmed)) blocks.push([]);
      lastOf(blocks).push(trimmed);
    }
    isBehindGap = trimmed === "";
  }
  return blocks.map((lines) => lines.join(" ")).filter((block) => block !== "");
}

function kindOf(block: string): Kind {
  const names = [...block.matchAll(CELL)].flatMap(([, name]) => name ?? []);
  const ofDocument = names.filter((name) => META_NAMES.test(name)).length;
  if (names.length >= 2) return ofDocument >= 2 && ofDocument * 2 > names.length ? "meta" : "row";
  const isHeading = block.length <= LONGEST_HEADING && ENDS_OPEN.test(block) && !LIST_ITEM.test(block);
  return isHeading ? "heading" : "prose";
}

const sentencesIn = (block: string, kind: Kind): string[] =>
  kind === "row" || kind === "meta"
    ? [block]
    : [...segmenter.segment(block)].map(({ segment }) => segment.trim());

const saysSomething = (sentence: string): boolean =>
  sentence.length <= LONGEST_SENTENCE && contentWords(sentence).size >= FEWEST_WORDS;

/** The statements of a passage, in order. Questions are not statements, but what follows answers them. */
export function statementsOf(passage: Passage): CitedStatement[] {
  const above = [passage.heading ?? ""];
  let heading = "";
  let isFirst = true;
  const found: CitedStatement[] = [];
  for (const whole of blocksOf(passage.text)) {
    const [beginning = "", about] = PAIR.exec(whole) ?? [];
    const block = whole.slice(beginning.length);
    const kind = kindOf(block);
    const headings = about === undefined ? [heading, ...above] : [about, heading, ...above];
    if (kind === "heading") [heading, isFirst] = [block, true];
    let before = "";
    for (const sentence of sentencesIn(block, kind)) {
      const isStated = saysSomething(sentence) && !sentence.endsWith("?");
      if (isStated)
        found.push({ passage, sentence, kind, headings, before, isFirst: isFirst && kind !== "heading" });
      if (isStated && kind !== "heading") isFirst = false;
      before = `${before} ${sentence}`.slice(-LONGEST_SENTENCE);
    }
  }
  return found;
}

/** A row about one case, such as a ticket. */
export const isRecord = ({ kind, sentence }: CitedStatement): boolean =>
  kind === "row" && /\d{4}-\d\d-\d\d/.test(sentence);
