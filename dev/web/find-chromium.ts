import { findProgram } from "../setup/locations.mjs";
import { StackError } from "../stack/stack-error.ts";

/** The first has no window to draw: the journeys need 0.6 of the processor time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "msedge",
];
const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

/** The machine's browser for the console. Throws StackError, which says what to install, if there is none. */
export function findChromium(): string {
  const found = [
    ...NAMES.map((name) => findProgram(name)),
    ...ELSEWHERE.map((path) => findProgram(path, [""])),
  ];
  const program = found.find((path) => path !== null);
  if (program !== undefined && program !== null) return program;
  throw new StackError(
    "No browser was found: install Chromium (Debian: apt-get install chromium-headless-shell), Chrome or Edge.",
  );
}
