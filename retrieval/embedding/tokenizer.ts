import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as hub from "@huggingface/tokenizers";

/** Word pieces of a model. Every number counts pieces; "special" ones are those that mark start and end of a text. */
export interface Tokenizer {
  /** Pieces of a text, without the special ones. Counts of texts joined by white space add up. */
  count(text: string): number;
  /** How many special pieces `encode` adds to a text. */
  readonly specialTokens: number;
  /** Ids with the special ones; a longer text loses its end, never its closing piece. */
  encode(text: string, options: { maxLength: number }): { ids: number[] };
  /** Ids of two texts read together; `typeIds` says which is which. The second text loses its end first. */
  encodePair(first: string, second: string, options: { maxLength: number }): TokenPair;
}

/** The part of the library that is used; its own declarations cannot be resolved by Node's rules. */
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
 * Longer runs without white space are cut before they reach the tokenizer: no word is that long, and the time of some
 * vocabularies grows with the square of it.
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

/** The head of a text in words, at most so many pieces, for queries longer than their share of a pair. */
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

/** How many different words a tokenizer remembers the size of, and the longest it remembers. */
const REMEMBERED_WORDS = 50_000;
const REMEMBERED_LENGTH = 32;

/**
 * Counts word by word and remembers: most words of a document come again and again. Right for tokenizers that never
 * look across a space, as BERT's; the others count the whole text.
 */
function counterFor(tokenizer: HubTokenizer, splitsAtSpaces: boolean): (text: string) => number {
  const piecesOf = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids.length;
  if (!splitsAtSpaces) return piecesOf;
  const known = new Map<string, number>();
  const piecesOfWord = (word: string): number => {
    const remembered = known.get(word);
    if (remembered !== undefined) return remembered;
    const pieces = piecesOf(word);
    if (known.size >= REMEMBERED_WORDS) known.clear();
    if (word.length <= REMEMBERED_LENGTH) known.set(word, pieces);
    return pieces;
  };
  return (text) => {
    let pieces = 0;
    for (const word of text.split(/[ \t\r\n]+/u)) if (word !== "") pieces += piecesOfWord(word);
    return pieces;
  };
}

/** Loads the tokenizer of the embedding model in a model folder. Throws when it is missing or of an unknown kind. */
export function loadTokenizer(modelDir: string): Promise<Tokenizer> {
  return readTokenizer(join(modelDir, "embedding"));
}

/** Loads `tokenizer.json` of one model's own folder. */
export async function readTokenizer(folder: string): Promise<Tokenizer> {
  const file = await readFile(join(folder, "tokenizer.json"), "utf8").catch((cause: unknown) => {
    throw new Error(`There is no model in ${folder}: set MODEL_DIR to a model folder (npm start makes one)`, {
      cause,
    });
  });
  const definition: unknown = JSON.parse(file);
  const { pre_tokenizer: splitter } = definition as { pre_tokenizer?: { type?: string } | null };
  const tokenizer = new HubTokenizerClass(definition, {});
  const countPieces = counterFor(tokenizer, splitter?.type === "BertPreTokenizer");
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
