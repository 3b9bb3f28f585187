import type { AnswerOf } from "../../http/answer-of.ts";

type Passage = Pick<AnswerOf<"/evidence/{id}/passages">["passages"][number], "text" | "position">;

/** The part of a passage on one page, and where it begins in the text of the page. */
export interface PageMark {
  text: string;
  start: number;
}

/** The parts of a passage to mark, by page; none if its position is unknown. */
export function pageMarks(passage: Passage | null | undefined): ReadonlyMap<number, PageMark> {
  const { text, position } = passage ?? { text: "", position: null };
  if (position === null) return new Map();
  const { page, start, end_page: endPage, end } = position;
  if (endPage === page) return new Map([[page, { text, start }]]);
  // The text of the last page begins with the rest of the passage.
  return new Map([
    [page, { text: text.slice(0, -end), start }],
    [endPage, { text: text.slice(-end), start: 0 }],
  ]);
}
