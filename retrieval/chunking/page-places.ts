import type { Block } from "../../extraction/document.ts";
import { BLOCK_SEPARATOR, blockText } from "./document-text.ts";

/**
 * The place of a passage on its pages. Offsets refer to the text of a page: its blocks, separated as in
 * `documentText` (UTF-16 units, like `slice`).
 */
export interface PagePlace {
  /** Of the first character, in the text of the page on which the passage begins. */
  pageOffset: number;
  /** The page on which it ends: another one only if a sentence continues there. */
  endPage: number;
  /** After the last character, in the text of that page. */
  endPageOffset: number;
}

interface PageSpan {
  page: number;
  /** Offset of its text in `documentText`. */
  start: number;
}

/** The beginnings of the pages, in order; none if the format has no pages. */
function pageSpans(blocks: readonly Block[]): PageSpan[] {
  const spans: PageSpan[] = [];
  let start = 0;
  for (const block of blocks) {
    if (block.page !== null && block.page !== spans.at(-1)?.page) spans.push({ page: block.page, start });
    start += blockText(block).length + BLOCK_SEPARATOR.length;
  }
  return spans;
}

/** Finds the place of offsets into `documentText`; null if the format has no pages. */
export function createPagePlaces(blocks: readonly Block[]): (start: number, end: number) => PagePlace | null {
  const spans = pageSpans(blocks);
  const spanAt = (offset: number) => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (spans[middle]!.start <= offset) low = middle + 1;
      else high = middle;
    }
    return spans[low - 1];
  };
  return (start, end) => {
    const [first, last] = [spanAt(start), spanAt(end - 1)];
    if (first === undefined || last === undefined) return null;
    return { pageOffset: start - first.start, endPage: last.page, endPageOffset: end - last.start };
  };
}
