import type { Block, ExtractedDocument } from "../extraction/document.ts";

const HEADING = /^(#{1,6})\s+(.*)$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)]|\([a-z0-9]{1,3}\))\s+(.*)$/;

function blockOf(paragraph: string): Block[] {
  const lines = paragraph.split("\n");
  const heading = HEADING.exec(lines[0] ?? "");
  if (heading !== null) {
    const [, marks = "#", text = ""] = heading;
    const rest = lines.slice(1).join("\n").trim();
    return [
      { kind: "heading", level: marks.length, text, page: null },
      ...(rest === "" ? [] : blockOf(rest)),
    ];
  }
  if (lines.every((line) => LIST_ITEM.test(line)))
    return lines.map((line) => ({ kind: "list-item", text: LIST_ITEM.exec(line)?.[1] ?? line, page: null }));
  const text = lines.map((line) => line.trim()).join(" ");
  return [{ kind: LIST_ITEM.test(lines[0] ?? "") ? "list-item" : "paragraph", text, page: null }];
}

/**
 * Plain or Markdown text in the format of the parsers, so that evaluation sets use the product's own
 * chunking.
 */
export function markdownDocument(text: string): ExtractedDocument {
  const paragraphs = text
    .replaceAll("\r", "")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
  return {
    format: "docx",
    pageCount: null,
    blocks: paragraphs.flatMap(blockOf),
    ocr: false,
    warnings: [],
  };
}
