import type { ExtractedDocument } from "../../extraction/document.ts";
import type { Tokenizer } from "../embedding/tokenizer.ts";
import { documentText } from "./document-text.ts";
import { mergeSections } from "./merge-sections.ts";
import type { Group } from "./merge-sections.ts";
import { packUnits } from "./pack-units.ts";
import { tablesIn, type ChunkTable } from "./chunk-tables.ts";
import { createPagePlaces, type PagePlace } from "./page-places.ts";
import { readSections } from "./sections.ts";
import type { Unit } from "./sections.ts";
import { shortenPath } from "./shorten-path.rules.ts";

/** A passage: the unit of search and citation. */
export interface Chunk {
  /** Position in the document, from 0. */
  ordinal: number;
  /** The document's text from `start` to `end`. Every row of a table repeats the column names. */
  text: string;
  /** Headings above the passage, outermost first, unshortened. */
  headings: string[];
  /** Page on which the passage begins, from 1; null if the format has no pages. */
  page: number | null;
  /** Its place on its pages; null if the format has no pages. */
  place: PagePlace | null;
  sheet: string | null;
  /** The tables in `text`. */
  tables: ChunkTable[];
  /** Offsets into `documentText(document)`. */
  start: number;
  end: number;
}

export interface ChunkOptions {
  /** Title of the evidence; starts every prefix. */
  title: string;
  tokenizer: Pick<Tokenizer, "count" | "specialTokens">;
  /** Target and maximum size in word pieces, including the prefix. */
  targetTokens?: number;
  maxTokens?: number;
}

/** The smallest maximum that leaves room for text after the longest prefix. */
const LEAST_MAX_TOKENS = 224;

/** The complete input of the model for a passage. */
export function chunkInput(title: string, chunk: Pick<Chunk, "headings" | "text">): string {
  return `${shortenPath(title, chunk.headings)}\n${chunk.text}`;
}

/** Longer ones are data: addresses, dates, amounts. */
const LONGEST = 20;

/** Whether a text is only a number, such as a page number, without any description. */
export const isBareNumber = (text: string): boolean => text.trim().length <= LONGEST && !/\p{L}/u.test(text);

class Chunker {
  readonly #document: ExtractedDocument;
  readonly #text: string;
  readonly #options: Required<ChunkOptions>;
  readonly #placeOf: ReturnType<typeof createPagePlaces>;
  readonly #prefixCosts = new Map<string, number>();

  constructor(document: ExtractedDocument, options: Required<ChunkOptions>) {
    this.#document = document;
    this.#text = documentText(document);
    this.#options = options;
    this.#placeOf = createPagePlaces(document.blocks);
  }

  chunks(): Chunk[] {
    const { tokenizer, targetTokens, maxTokens } = this.#options;
    const spaceFor = (path: readonly string[]) => maxTokens - this.#base(path);
    const sections = readSections(tokenizer, this.#document.blocks, spaceFor);
    const room = targetTokens - this.#base([]);
    const isBare = (units: readonly Unit[]) =>
      isBareNumber(units.map((unit) => this.#textOf(unit)).join(" "));
    const groups = mergeSections(sections, { small: room * SMALL_SECTION, room, isBare });
    const drafts = groups.flatMap((group) => this.#chunksOf(group));
    const worded = drafts.filter(({ text }) => !isBareNumber(text));
    return (worded.length > 0 ? worded : drafts).map((draft, ordinal) => ({ ...draft, ordinal }));
  }

  #textOf({ start, end }: Unit): string {
    return this.#text.slice(start, end);
  }

  #chunksOf(group: Group): Omit<Chunk, "ordinal">[] {
    const { targetTokens, maxTokens } = this.#options;
    const packs = packUnits(group.units, {
      base: this.#base(group.path),
      target: targetTokens,
      max: maxTokens,
      textOf: (unit) => this.#textOf(unit),
    });
    return packs.flatMap((units) => this.#chunksFrom(group, units));
  }

  /** The counts of parts may sum to less than that of the whole: a chunk that is too long is halved. */
  #chunksFrom(group: Group, units: readonly Unit[]): Omit<Chunk, "ordinal">[] {
    const [first, last] = [units[0], units.at(-1)];
    if (!first || !last) return [];
    const text = this.#text.slice(first.start, last.end);
    const tokens = this.#base(group.path) + this.#options.tokenizer.count(text);
    if (tokens > this.#options.maxTokens && units.length > 1) {
      const half = Math.ceil(units.length / 2);
      return [units.slice(0, half), units.slice(half)].flatMap((part) => this.#chunksFrom(group, part));
    }
    const { start } = first;
    const { end } = last;
    const place = this.#placeOf(start, end);
    const { path: headings, sheet } = group;
    const tables = tablesIn(units);
    return [{ text, headings, page: first.page, place, sheet, tables, start, end }];
  }

  /** The cost of the prefix and the special pieces. */
  #base(path: readonly string[]): number {
    const { tokenizer, title } = this.#options;
    const prefix = shortenPath(title, path);
    const known = this.#prefixCosts.get(prefix) ?? tokenizer.count(prefix) + tokenizer.specialTokens;
    this.#prefixCosts.set(prefix, known);
    return known;
  }
}

/** Sections shorter than this share of the target are merged with their neighbours. */
const SMALL_SECTION = 0.3;

/**
 * Splits a document into passages along its structure: headings, sentences, table rows. A passage never
 * crosses a sheet, and crosses a page only within a sentence. Nothing is omitted except white space, headings
 * (which are in the passages' `headings`) and numbers without any description. Runs in linear time.
 */
export function chunkDocument(document: ExtractedDocument, options: ChunkOptions): Chunk[] {
  const { targetTokens = 180, maxTokens = 256 } = options;
  if (maxTokens < LEAST_MAX_TOKENS || targetTokens > maxTokens) {
    throw new RangeError(`Chunks need ${LEAST_MAX_TOKENS} <= maxTokens and targetTokens <= maxTokens`);
  }
  return new Chunker(document, { ...options, targetTokens, maxTokens }).chunks();
}
