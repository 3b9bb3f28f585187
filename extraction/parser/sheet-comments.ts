import { utils, type CellObject } from "@e965/xlsx";
import type { Block } from "../document.ts";
import { commentBlock } from "./comment-block.ts";

/** Excel begins a note with the name of its author. */
const withoutName = (text: string, author: string): string =>
  text.startsWith(`${author}:`) ? text.slice(author.length + 1) : text;

/** The comments on the cells of a sheet in its first columns, each with its author. */
export function commentsOn(
  rows: readonly (readonly (CellObject | undefined)[] | undefined)[],
  columns: number,
): Block[] {
  const blocks: Block[] = [];
  const add = (cell: CellObject | undefined, place: { r: number; c: number }) => {
    for (const { a = "", t = "" } of cell?.c ?? [])
      blocks.push(...commentBlock({ author: a, text: withoutName(t, a) }, { on: utils.encode_cell(place) }));
  };
  // Not `entries`, which would visit the thousands of empty places before a cell far to the right.
  rows.forEach((row, r) => row?.slice(0, columns).forEach((cell, c) => add(cell, { r, c })));
  return blocks;
}
