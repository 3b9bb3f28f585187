import { setFlagsFromString } from "node:v8";

const OPTIONS = [
  // The baseline compiler's code is fast enough for most documents; only OCR runs long enough for the optimising one.
  "--wasm-tiering-budget=100000000",
  // Most functions of a parser are never called: each is validated on its first call.
  "--wasm-lazy-validation",
];

/**
 * Sets V8's options for WebAssembly that is compiled afterwards. Not on the command line, where they would change V8's
 * version tag (see ../parser-v8-options.ts).
 */
export function tuneWebAssembly(): void {
  for (const option of OPTIONS) setFlagsFromString(option);
}
