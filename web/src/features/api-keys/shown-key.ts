import type { ApiKey } from "./api-key.queries.ts";

/** A number of 32 digits, of which the last ones differ most: the first are the time. */
const LONG_ID = /_[\da-f]{24}([\da-f]{8})$/;

/** A key in short, as it is recognised in a list. */
export const shownKey = ({ prefix, last_four: end }: Pick<ApiKey, "prefix" | "last_four">): string =>
  `${prefix.replace(LONG_ID, "_…$1")}…${end}`;
