import { keysOf } from "../domain/keys-of.rules.ts";
import { recordOf } from "../domain/record-of.rules.ts";
import { z } from "zod";
import { isTimezone } from "../domain/users/preferences.rules.ts";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "../domain/listing.ts";
import { schemaNames } from "../platform/web/schema-names.ts";

/** In lower case, as stored: capital letters are the same id (RFC 9562, 4), but texts are compared. */
export const Id = z
  .uuid()
  .toLowerCase()
  .meta({ description: "UUIDv7", examples: ["01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f"] });
/** Identifies one control in all requests. */
export const ControlRef = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .meta({
    description: "The control's id in the project, its number (CC6.1) or the framework's id (soc2:CC6.1)",
    examples: ["CC6.1"],
  });
/** An id that no row has. */
const NOBODYS_ID = "00000000-0000-0000-0000-000000000000";

/** An id in a path or a filter. A malformed id matches nothing, like an unknown one. */
export const NamedId = z
  .string()
  .min(1)
  .max(200)
  .transform((text) => Id.safeParse(text).data ?? NOBODYS_ID)
  .meta({ description: "UUIDv7", examples: ["01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f"] });

/** Stands for the caller in filters. */
const ME = "me";

/** A filter by a person. */
export const namedPerson = (about: string) =>
  z
    .string()
    .min(1)
    .max(200)
    .transform((text) => (text === ME ? ME : NamedId.parse(text)))
    .optional()
    .meta({ description: `${about}: a user's id, or \`me\` for the caller`, examples: [ME] });

/** The user that a filter names. */
export const personIn = ({ actor }: { actor: { id: string } }, named: string | undefined) =>
  named === ME ? actor.id : named;

/** Path ids with their names and descriptions. */
export const idParams = <N extends string>(names: Record<N, string>) =>
  z.strictObject(recordOf(keysOf(names), (name) => NamedId.meta({ description: names[name] })));
export const IdParams = idParams({ id: "Id of the resource" });
export const Timestamp = z.iso
  .datetime()
  .meta({ description: "ISO 8601 UTC", examples: ["2026-03-31T09:30:00.000Z"] });
/** PostgreSQL has no year 0, and years beyond 9999 need more than four digits. */
const isInCalendar = (date: Date): boolean => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9_999;
const OUTSIDE = "must be in the years 1 to 9999";

export const CalendarDate = z.iso
  .date()
  .refine((value) => isInCalendar(new Date(value)), OUTSIDE)
  .meta({ description: "YYYY-MM-DD", examples: ["2026-03-31"] });

const dateTime = z.iso.datetime({ offset: true });
const toInstant = (value: string): Date => new Date(value);

/** A point in time with any offset. */
export const Instant = dateTime.transform(toInstant).refine(isInCalendar, OUTSIDE);

export const Timezone = z
  .string()
  .max(64)
  .refine(isTimezone, "must be an IANA time zone, spelled as in the database, such as Europe/Berlin or UTC")
  .meta({ examples: ["Europe/Berlin"] });

/** A boolean in a query. */
export const Flag = z.enum(["true", "false"]).transform((text) => text === "true");

/** What a day in a filter means, for descriptions. */
export const DAY_BEGINS = "a day stands for its beginning in UTC";

export const InstantOrDay = z
  .union([dateTime, z.iso.date()], {
    error: "must be a day (2026-01-31) or a time with its offset (2026-01-31T09:00:00Z)",
  })
  .transform(toInstant)
  .refine(isInCalendar, OUTSIDE);
const fieldList = z
  .union([z.string(), z.array(z.string())])
  .transform((value) =>
    [value]
      .flat()
      .flatMap((fields) => fields.split(","))
      .map((field) => field.trim())
      .filter((field) => field !== ""),
  )
  .refine((fields) => fields.length > 0, "name at least one field");

const texts = z.union([z.string(), z.array(z.string())]);
const partsOf = (text: string): string[] => text.split(",").map((part) => part.trim());

const SEVERAL = "one or more, repeated or separated by commas";

/** A filter by one or more of these names; `about` describes the selected rows. */
export const several = <const T extends string>(names: readonly T[], about: string) =>
  texts
    .transform((sent) => [sent].flat().flatMap(partsOf))
    .pipe(z.array(z.enum(names)).min(1).max(100))
    .optional()
    .meta({ description: `${about} (${SEVERAL}): ${names.join(", ")}` });

/**
 * The same for names that users choose, which may contain commas: the text counts as one name as well as
 * several.
 */
export const severalNames = (longest: number, about: string) => {
  const namesIn = (text: string): string[] =>
    text.includes(",")
      ? [text, ...partsOf(text)].filter((one) => one !== "" && one.length <= longest)
      : [text.trim()];
  return texts
    .transform((sent) => [...new Set([sent].flat().flatMap(namesIn))])
    .pipe(z.array(z.string().min(1).max(longest)).min(1).max(100))
    .optional()
    .meta({ description: `${about} (${SEVERAL})` });
};

/** Selects rows by id; malformed ids match nothing. */
export const severalIds = (about: string) =>
  texts
    .transform((sent) => [...new Set([sent].flat().flatMap(partsOf))])
    .pipe(z.array(NamedId).min(1).max(100))
    .meta({ description: `${about} (${SEVERAL}), up to 100` });

/**
 * The query parameters of every list. The route's `listing` defines the values of `sort` and `search_fields`.
 */
export const listQuery = {
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .meta({ description: "Page number, starting at 1" }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE_LIMIT_MAX)
    .default(PAGE_LIMIT_DEFAULT)
    .meta({ description: "Rows per page" }),
  sort: z.string().min(1).optional().meta({ description: "Field to sort by" }),
  order: z
    .enum(["asc", "desc"])
    .optional()
    .meta({ description: "Sort order; rows without a value come last in both" }),
  search: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: "Only rows that contain this text in a searched field, ignoring case" }),
  search_fields: fieldList.optional().meta({ description: "Fields to search; all text fields by default" }),
  created_after: InstantOrDay.optional().meta({
    description: `Only rows created at or after this time; ${DAY_BEGINS}`,
  }),
  created_before: InstantOrDay.optional().meta({
    description: `Only rows created at or before this time; ${DAY_BEGINS}`,
  }),
};

const ignored = z.unknown().optional().meta({ description: "Ignored: totals are not paged" });

/** The parameters of a list's totals: the same query, so that clients can pass it unchanged. */
export const totalsQuery = { ...listQuery, page: ignored, limit: ignored, sort: ignored, order: ignored };

interface ParsedNarrowing {
  search?: string | undefined;
  search_fields?: string[] | undefined;
  created_after?: Date | undefined;
  created_before?: Date | undefined;
}

interface ParsedListQuery extends ParsedNarrowing {
  page: number;
  limit: number;
  sort?: string | undefined;
  order?: "asc" | "desc" | undefined;
}

/** The common filter parameters with the names of the domain. */
export const narrowingInput = ({ search, ...query }: ParsedNarrowing) => ({
  search,
  searchFields: query.search_fields,
  createdAfter: query.created_after,
  createdBefore: query.created_before,
});

/** The common list parameters with the names of the domain. */
export const listInput = ({ page, limit, sort, order, ...narrowing }: ParsedListQuery) => ({
  page,
  limit,
  sort,
  order,
  ...narrowingInput(narrowing),
});

export const Pagination = z
  .object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() })
  .meta({ examples: [{ page: 1, limit: 20, total: 1, pages: 1 }] })
  .register(schemaNames, { id: "Pagination" });

/** A page of a list: its rows by this name, and where it is in the list. `id` names it in the API description. */
export const PageOf = <N extends string, R extends z.ZodType>(name: N, row: R, id: string) => {
  const rows = { [name]: z.array(row) } as Record<N, z.ZodArray<R>>;
  return z.object({ ...rows, pagination: Pagination }).register(schemaNames, { id });
};

/** Dates are returned as ISO 8601 in UTC, missing ones as null. */
export const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;
