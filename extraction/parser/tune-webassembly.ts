import { setFlagsFromString } from "node:v8";

/** V8's options for parsers, and its own values. */
const OPTIONS = [
  // The baseline compiler's code is fast enough for most documents; only OCR runs long enough for the optimising one.
  { parsers: "--wasm-tiering-budget=100000000", own: "--wasm-tiering-budget=13000000" },
  // Most functions of a parser are never called: each is validated on its first call.
  { parsers: "--wasm-lazy-validation", own: "--no-wasm-lazy-validation" },
];

/**
 * Sets V8's options for WebAssembly that is compiled afterwards. Not on the command line, where they would change V8's
 * version tag (see ../parser-v8-options.ts).
 */
export function tuneWebAssembly(): void {
  for (const { parsers } of OPTIONS) setFlagsFromString(parsers);
}

/** Restores V8's version tag, which code for later processes must have. */
export function resetWebAssembly(): void {
  for (const { own } of OPTIONS) setFlagsFromString(own);
}
