// Loaded into a process of the product: its clock differs from the machine's by the milliseconds in a file.
import { readFileSync } from "node:fs";

const RealDate = Date;
const POLL_MS = 100;
let offset = 0;

function readOffset() {
  try {
    offset = Number(readFileSync(process.env["CHAOS_CLOCK"] ?? "", "utf8")) || 0;
  } catch {
    offset = 0;
  }
}

const now = () => RealDate.now() + offset;
readOffset();
setInterval(readOffset, POLL_MS).unref();

globalThis.Date = new Proxy(RealDate, {
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  apply: () => new RealDate(now()).toString(),
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [now()] : given, as),
});
