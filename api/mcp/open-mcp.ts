import type { ApiParts } from "../open-parts.ts";

export const openMcp = (parts: ApiParts) => ({
  retrieval: parts.retrieval(),
  spoolDir: parts.spoolDir(),
  space: parts.space(),
  denialLogs: parts.denialLogs,
});
