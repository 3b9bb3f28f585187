import { readSearch } from "../../read-search.ts";

/** The filter of the list, and the key open in the panel: an id, or `new`. */
export const readApiKeysSearch = readSearch({ q: "text", owner: "text", key: "text", page: "number" });
export type ApiKeysSearch = ReturnType<typeof readApiKeysSearch>;
