import { z } from "zod";
import { Pagination, listQuery } from "../common.contract.ts";
import { beginningOf } from "../../platform/beginning-of.ts";

const MAX = 50;
const SHORT = 300;

/** Smaller pages than in the API, because a model reads all of them. */
export const paging = {
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(MAX).default(20),
};

export const search = listQuery.search.meta({ description: "Text to search for" });

export const Paged = Pagination.meta({
  description: "Request the next page while `page` is less than `pages`",
});

/** The beginning of a long text, for lists. */
export const shortly = (text: string): string =>
  text.length <= SHORT ? text : `${beginningOf(text, SHORT).trimEnd()} [...]`;
