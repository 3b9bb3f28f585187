import { readSearch } from "../../read-search.ts";

/** `provider` is the id in the panel, or `new`. */
export const readIdentityProvidersSearch = readSearch({ q: "text", provider: "text", page: "number" });
