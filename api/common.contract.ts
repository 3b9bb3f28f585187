import { z } from "zod";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "../domain/listing.ts";

export const Id = z.uuid().meta({ description: "UUIDv7" });
export const IdParams = z.strictObject({ id: Id });
export const Timestamp = z.iso.datetime().meta({ description: "ISO 8601 UTC" });
export const CalendarDate = z.iso.date().meta({ description: "YYYY-MM-DD" });

const instant = z.iso
  .datetime({ offset: true })
  .or(z.iso.date())
  .transform((value) => new Date(value));
const fieldList = z.string().transform((value) =>
  value
    .split(",")
    .map((field) => field.trim())
    .filter((field) => field !== ""),
);

/** The query parameters every list takes (contract 4.8). */
export const listQuery = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
  sort: z.string().min(1).optional(),
  order: z.enum(["asc", "desc"]).optional(),
  search: z.string().trim().min(1).max(200).optional(),
  search_fields: fieldList.optional(),
  created_after: instant.optional(),
  created_before: instant.optional(),
};

interface ParsedListQuery {
  page: number;
  limit: number;
  sort?: string | undefined;
  order?: "asc" | "desc" | undefined;
  search?: string | undefined;
  search_fields?: string[] | undefined;
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}

/** The domain's words for the common list parameters. */
export const listInput = ({ page, limit, sort, order, search, ...query }: ParsedListQuery) => ({
  page,
  limit,
  sort,
  order,
  search,
  searchFields: query.search_fields,
  createdAfter: query.created_after,
  createdBefore: query.created_before,
});

export const Pagination = z.object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() });

/** Dates leave the service as ISO 8601 UTC, absent ones as null. */
export const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;
