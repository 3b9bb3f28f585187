import { findProgram } from "../setup/locations.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge"];
const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

/** The machine's browser for testing the console. Throws, and says what to install, if there is none. */
export function findChromium(): string {
  const found = [
    ...NAMES.map((name) => findProgram(name)),
    ...ELSEWHERE.map((path) => findProgram(path, [""])),
  ];
  const program = found.find((path) => path !== null);
  if (program !== undefined && program !== null) return program;
  throw new Error("The console is tried in a browser: apt-get install chromium, or Chrome or Edge.");
}
