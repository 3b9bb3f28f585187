import { readSearch } from "../../read-search.ts";

/** `client` is the id in the panel, or `new`. */
export const readOauthClientsSearch = readSearch({ q: "text", client: "text", page: "number" });
