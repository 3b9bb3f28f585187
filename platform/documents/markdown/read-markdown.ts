import MarkdownIt, { type Token } from "markdown-it";

/** A piece of text with one style. */
export interface Run {
  text: string;
  bold: boolean;
  italic: boolean;
}

export type MarkdownBlock =
  | { kind: "heading"; level: 1 | 2 | 3 | 4; runs: Run[] }
  | { kind: "paragraph"; runs: Run[] }
  /** Preformatted text by line. */
  | { kind: "code"; lines: string[] }
  | { kind: "quote"; blocks: MarkdownBlock[] }
  | { kind: "list"; start: number | null; items: MarkdownBlock[][] }
  /** The first row contains the column names. */
  | { kind: "table"; rows: Run[][][] };

/** More columns do not fit on a page, and no one reads more cells; each costs more layout time than text. */
const [MAX_COLUMNS, MAX_CELLS] = [20, 4_000] as const;

const MAX_LEVELS = 100;

const parser = new MarkdownIt({ html: false, linkify: false, maxNesting: MAX_LEVELS });

/** Tokens are a flat list of opening and closing ones; this reads what is between two of them. */
class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The next token; null at the end and before a closing token. */
  next(): Token | null {
    const token = this.#tokens[this.#at];
    if (token === undefined || token.nesting < 0) return null;
    this.#at += 1;
    return token;
  }

  /** Skips the closing token of the current element. */
  close(): void {
    this.#at += 1;
  }
}

const addressOf = (token: Token): string => String(token.attrGet("href") ?? token.attrGet("src") ?? "");

/** Shows the URL of a link, once: paper cannot be clicked. */
function linkEnd(label: string, address: string): string {
  return address === "" || label === address ? "" : label === "" ? address : ` (${address})`;
}

class RunWriter {
  readonly runs: Run[] = [];
  #bold = 0;
  #italic = 0;
  #links: { address: string; label: string }[] = [];

  add(text: string): void {
    const [bold, italic, last] = [this.#bold > 0, this.#italic > 0, this.runs.at(-1)];
    for (const link of this.#links) link.label += text;
    if (text === "") return;
    if (last !== undefined && last.bold === bold && last.italic === italic) last.text += text;
    else this.runs.push({ text, bold, italic });
  }

  take(token: Token): void {
    if (token.type.startsWith("strong_")) this.#bold += token.nesting;
    else if (token.type.startsWith("em_")) this.#italic += token.nesting;
    else if (token.type === "link_open") this.#links.push({ address: addressOf(token), label: "" });
    else if (token.type === "link_close") this.#closeLink();
    else if (token.type === "image") this.add(token.content + linkEnd(token.content, addressOf(token)));
    else this.add(token.type === "softbreak" || token.type === "hardbreak" ? " " : token.content);
  }

  #closeLink(): void {
    const link = this.#links.pop();
    if (link !== undefined) this.add(linkEnd(link.label, link.address));
  }
}

/** The styled text of an element that contains only text. */
function readRuns(reader: TokenReader): Run[] {
  const writer = new RunWriter();
  for (let token = reader.next(); token !== null; token = reader.next())
    for (const child of token.children ?? []) writer.take(child);
  reader.close();
  return writer.runs;
}

/** Applies `read` to each child of the current element. */
function readEach<T>(reader: TokenReader, read: () => T): T[] {
  const found: T[] = [];
  while (reader.next() !== null) found.push(read());
  reader.close();
  return found;
}

function readTable(reader: TokenReader): MarkdownBlock[] {
  const rows = readEach(reader, () =>
    readEach(reader, () => readEach(reader, () => readRuns(reader))),
  ).flat();
  const columns = Math.max(...rows.map((cells) => cells.length));
  if (columns <= MAX_COLUMNS && rows.length * columns <= MAX_CELLS) return [{ kind: "table", rows }];
  const gap: Run = { text: " | ", bold: false, italic: false };
  return rows.map((cells) => ({
    kind: "paragraph",
    runs: cells.flatMap((runs, n) => (n === 0 ? runs : [gap, ...runs])),
  }));
}

function readList(reader: TokenReader, start: number | null): MarkdownBlock {
  return { kind: "list", start, items: readEach(reader, () => readBlocks(reader)) };
}

const linesOf = (text: string): string[] => text.replace(/\n$/, "").split("\n");

function readBlock(reader: TokenReader, token: Token): MarkdownBlock[] {
  switch (token.type) {
    case "heading_open":
      return [
        {
          kind: "heading",
          level: Math.min(4, Number(token.tag.slice(1))) as 1 | 2 | 3 | 4,
          runs: readRuns(reader),
        },
      ];
    case "bullet_list_open":
      return [readList(reader, null)];
    case "ordered_list_open":
      return [readList(reader, Number(token.attrGet("start") ?? 1))];
    case "blockquote_open":
      return [{ kind: "quote", blocks: readBlocks(reader) }];
    case "table_open":
      return readTable(reader);
    case "fence":
    case "code_block":
      return [{ kind: "code", lines: linesOf(token.content) }];
    case "hr":
      return [];
    default:
      return [{ kind: "paragraph", runs: readRuns(reader) }];
  }
}

function readBlocks(reader: TokenReader): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  for (let token = reader.next(); token !== null; token = reader.next())
    blocks.push(...readBlock(reader, token));
  reader.close();
  return blocks;
}

/** Close to the depth beyond which the parser drops content. */
const isTooDeep = (tokens: readonly Token[]): boolean => tokens.some(({ level }) => level >= MAX_LEVELS - 2);

/**
 * Reads markdown (CommonMark and tables). HTML is treated as text. A table that is too large for paper
 * becomes lines of text, and so does a document nested so deeply that parts would be lost.
 */
export function readMarkdown(markdown: string): MarkdownBlock[] {
  const tokens = parser.parse(markdown, {});
  return isTooDeep(tokens)
    ? [{ kind: "code", lines: linesOf(markdown) }]
    : readBlocks(new TokenReader(tokens));
}

/** The text without its styles. */
export const plainText = (runs: readonly Run[]): string => runs.map(({ text }) => text).join("");
