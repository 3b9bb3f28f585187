import { readSearch } from "../../read-search.ts";

/** `edit` is the kind whose settings are open. */
export const readIntegrationsSearch = readSearch({ edit: "text", q: "text", page: "number" });
