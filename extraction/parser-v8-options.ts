/**
 * V8 options for a process that reads one document. Each leaves V8's version tag as it is: with any other tag, Node
 * would compile every module of its own from source instead of from the code cache in its program, about 0.03 s.
 */
export const PARSER_V8_OPTIONS = [
  // Helper threads gain nothing here, because documents are read in parallel.
  "--single-threaded-gc",
  "--no-concurrent-recompilation",
  // Most documents leave less garbage than this, in megabytes, so their children end before they collect any.
  "--min-semi-space-size=16",
  "--max-semi-space-size=16",
] as const;
