import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as hub from "@huggingface/tokenizers";
import { z } from "zod";
import { rememberWords } from "../index/remember-words.rules.ts";

/** The tokenizer of a model. All numbers count word pieces; "special" ones mark start and end of a text. */
export interface Tokenizer {
  /** Pieces of a text without special ones. Counts are additive for texts joined by white space. */
  count(text: string): number;
  /** The number of special pieces that `encode` adds. */
  readonly specialTokens: number;
  /** Ids including special ones; a longer text is cut at its end, but keeps its closing piece. */
  encode(text: string, options: { maxLength: number }): { ids: number[] };
  /** Ids of two texts read together; `typeIds` distinguishes them. The second text is cut first. */
  encodePair(first: string, second: string, options: { maxLength: number }): TokenPair;
}

/** The part of the library in use; Node cannot resolve its own declarations. */
interface HubTokenizer {
  encode(text: string, options?: { add_special_tokens?: boolean }): { ids: number[] };
  encode(
    text: string,
    options: { text_pair: string; return_token_type_ids: true },
  ): { ids: number[]; token_type_ids: number[] };
}

const { Tokenizer: HubTokenizerClass } = hub as unknown as {
  Tokenizer: new (definition: unknown, config: object) => HubTokenizer;
};

export interface TokenPair {
  ids: number[];
  typeIds: number[];
}

/**
 * Longer runs without white space are cut before tokenizing: no word is that long, and some tokenizers take
 * quadratic time.
 */
const LONGEST_WORD = 2000;
const LONG_RUN = new RegExp(`(\\S{${LONGEST_WORD}})(?=\\S)`, "gu");

const splitLongRuns = (text: string): string =>
  text.length > LONGEST_WORD ? text.replace(LONG_RUN, "$1 ") : text;

/** Cuts before the closing piece, so that the model always sees the end of its input. */
function truncate<T>(pieces: T[], maxLength: number): T[] {
  const closing = pieces.at(-1);
  if (pieces.length <= maxLength || closing === undefined) return pieces;
  return [...pieces.slice(0, maxLength - 1), closing];
}

/**
 * The first words of a text, with at most this many pieces, for queries longer than their share of a pair.
 */
function headOf(tokenizer: HubTokenizer, text: string, maxPieces: number): string {
  const words = text.split(/\s+/u);
  let pieces = 0;
  const kept = words.findIndex((word) => {
    pieces += tokenizer.encode(word, { add_special_tokens: false }).ids.length;
    return pieces > maxPieces;
  });
  return kept < 0 ? text : words.slice(0, kept).join(" ");
}

function encodePair(tokenizer: HubTokenizer, first: string, second: string, maxLength: number): TokenPair {
  const head = headOf(tokenizer, first, Math.floor(maxLength / 2));
  const pair = tokenizer.encode(head, { text_pair: second, return_token_type_ids: true });
  return { ids: truncate(pair.ids, maxLength), typeIds: truncate(pair.token_type_ids, maxLength) };
}

/**
 * Counts by word, with a cache, because most words of a document repeat. Valid for tokenizers that never look
 * across a space, such as BERT's; others count the whole text.
 */
function counterFor(tokenizer: HubTokenizer, splitsAtSpaces: boolean): (text: string) => number {
  const piecesOf = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids.length;
  if (!splitsAtSpaces) return piecesOf;
  const piecesOfWord = rememberWords(piecesOf);
  return (text) => {
    let pieces = 0;
    for (const word of text.split(/[ \t\r\n]+/u)) if (word !== "") pieces += piecesOfWord(word);
    return pieces;
  };
}

/** Loads the embedding model's tokenizer. Throws if it is missing or of an unknown kind. */
export function loadTokenizer(modelDir: string): Promise<Tokenizer> {
  return readTokenizer(join(modelDir, "embedding"));
}

/** The part of `tokenizer.json` that is read here; the library reads the rest. */
const Definition = z.looseObject({
  pre_tokenizer: z.looseObject({ type: z.string().optional() }).nullish(),
});

/** Loads `tokenizer.json` in a model's folder. */
export async function readTokenizer(folder: string): Promise<Tokenizer> {
  const file = await readFile(join(folder, "tokenizer.json"), "utf8").catch((cause: unknown) => {
    throw new Error(
      `There is no model in ${folder}: set MODEL_DIR to a model folder (npm start creates one)`,
      {
        cause,
      },
    );
  });
  const definition = Definition.parse(JSON.parse(file));
  const tokenizer = new HubTokenizerClass(definition, {});
  const countPieces = counterFor(tokenizer, definition.pre_tokenizer?.type === "BertPreTokenizer");
  return {
    specialTokens: tokenizer.encode("").ids.length,
    count: (text) => countPieces(splitLongRuns(text)),
    encode: (text, { maxLength }) => ({
      ids: truncate(tokenizer.encode(splitLongRuns(text)).ids, maxLength),
    }),
    encodePair: (first, second, { maxLength }) =>
      encodePair(tokenizer, splitLongRuns(first), splitLongRuns(second), maxLength),
  };
}
