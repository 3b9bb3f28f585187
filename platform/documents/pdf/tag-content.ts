import type { Content, Tag, Text } from "pdfmake";

/*
 * The structure of a document, by which screen readers navigate: headings, paragraphs, lists and tables. Each word
 * gets the tag of its text.
 */

type ParentTag = Tag | null;

function childOf(parent: ParentTag, type: string, more: Partial<Tag> = {}): Tag {
  const tag: Tag = { type, parent, cells: [], ...more };
  if (type === "TH" || type === "TD") parent?.cells.push(tag);
  return tag;
}

/** Types that contain text themselves: a paragraph in each cell would double the size of tables. */
const WHOLE = new Set(["H1", "H2", "H3", "H4", "TH", "TD", "Caption"]);

const isWhole = ({ type }: Tag): boolean => WHOLE.has(type);

function tagPieces(text: Text["text"], tag: Tag): void {
  if (typeof text === "string") return;
  for (const piece of text) piece.tag = tag;
}

function tagTable(
  { body, heads = 0 }: Extract<Content, { table: object }>["table"],
  parent: ParentTag,
): void {
  const table = childOf(parent, "Table");
  for (const [index, cells] of body.entries()) {
    const [title] = cells;
    if (title !== undefined && "colSpan" in title) {
      tagContent(title, childOf(table, "Caption"));
      continue;
    }
    const row = childOf(table, "TR");
    const isHead = index < heads;
    for (const cell of cells)
      tagContent(cell, childOf(row, isHead ? "TH" : "TD", isHead ? { scope: "Column" } : {}));
  }
}

/** Gives the words of a content their tags, below that of their parent. Words of columns are one paragraph. */
export function tagContent(content: Content, parent: ParentTag): void {
  const own = content.role === undefined ? parent : childOf(parent, content.role);
  if ("text" in content) tagPieces(content.text, own !== null && isWhole(own) ? own : childOf(own, "P"));
  else if ("stack" in content) for (const one of content.stack) tagContent(one, own);
  else if ("table" in content) tagTable(content.table, parent);
  else if ("columns" in content) {
    const paragraph = childOf(parent, "P");
    for (const one of content.columns) if ("text" in one) tagPieces(one.text, paragraph);
  } else if ("ul" in content) tagItems(content.ul, childOf(parent, "L"));
  else if ("ol" in content) tagItems(content.ol, childOf(parent, "L", { isNumbered: true }));
}

function tagItems(items: readonly Content[], list: Tag): void {
  for (const item of items) tagContent(item, childOf(childOf(list, "LI"), "LBody"));
}
