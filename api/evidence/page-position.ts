import { z } from "zod";
import { defineView } from "../define-schemas.ts";

/** The place of a passage on its pages, as the search and the list of passages return it. */
export const PagePosition = defineView("PagePosition", {
  page: z.int().meta({ description: "The page on which it begins, from 1" }),
  start: z.int().meta({
    description:
      "Its first character in the text read from that page, from 0, in UTF-16 units; running headers and footers are not part of that text",
  }),
  end_page: z
    .int()
    .meta({ description: "The page on which it ends; the next one if a sentence continues there" }),
  end: z.int().meta({ description: "The position after its last character, in the text of `end_page`" }),
});

interface PlacedPassage {
  page?: number | null | undefined;
  pageOffset?: number | null | undefined;
  endPage?: number | null | undefined;
  endPageOffset?: number | null | undefined;
}

/** Null without pages, and for files read before positions were kept. */
export function presentPosition(passage: PlacedPassage): z.infer<typeof PagePosition> | null {
  const { page = null, pageOffset = null, endPage = null, endPageOffset = null } = passage;
  if (page === null || pageOffset === null || endPage === null || endPageOffset === null) return null;
  return { page, start: pageOffset, end_page: endPage, end: endPageOffset };
}
