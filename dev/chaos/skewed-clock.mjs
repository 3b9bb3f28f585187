// Loaded into a process of the product: its clock differs from the machine's by the milliseconds in a file.
import { readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const RealDate = Date;
const POLL_MS = 100;
let offset = 0;

const file = process.env["CHAOS_CLOCK"] ?? "";
let shown = "";

/** Shows that this process lives in another time. */
function show() {
  if (!isMainThread || String(offset) === shown) return;
  shown = String(offset);
  writeFileSync(`${file}.shown`, String(Date.now() - RealDate.now()));
}

function readOffset() {
  try {
    offset = Number(readFileSync(file, "utf8")) || 0;
  } catch {
    offset = 0;
  }
}

const now = () => RealDate.now() + offset;
readOffset();
setInterval(() => {
  readOffset();
  show();
}, POLL_MS).unref();

globalThis.Date = new Proxy(RealDate, {
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  apply: () => new RealDate(now()).toString(),
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [now()] : given, as),
});
