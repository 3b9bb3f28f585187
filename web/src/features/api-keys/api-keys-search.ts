import { readSearch } from "../../read-search.ts";

/** Which keys are shown, and which of them in the panel: an id, or `new`. */
export const readApiKeysSearch = readSearch({ q: "text", owner: "text", key: "text", page: "number" });
export type ApiKeysSearch = ReturnType<typeof readApiKeysSearch>;
