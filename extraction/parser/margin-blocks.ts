import type { Block } from "../document.ts";

/** For clean text, which has single spaces. */
const PAGE_NUMBER = /^(page ?)?\d* ?((of|\/) ?\d*)?$/i;

/** Headers or footers of a Word document, as clean texts: each once, because sections repeat them, without page numbers. */
export const marginBlocks = (texts: readonly string[]): Block[] =>
  [...new Set(texts)]
    .filter((text) => !PAGE_NUMBER.test(text))
    .map((text) => ({ kind: "paragraph", text, page: null }));
