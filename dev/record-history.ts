import { writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { readArgs } from "./read-args.ts";

const USAGE = `Keeps the history of a finished workflow for test/replay.test.ts:
  temporal workflow show --workflow-id ID --output json | node dev/record-history.ts test/replay/NAME.json`;

/** Names of machines and paths say nothing about a workflow and do not belong in a repository. */
const PRIVATE = new Set(["identity", "stackTrace", "buildId", "binaryChecksum"]);
/** The queue of one worker, named after its process and machine. */
const isSticky = (value: unknown): value is object =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "TASK_QUEUE_KIND_STICKY";

function withoutPrivate(key: string, value: unknown): unknown {
  if (PRIVATE.has(key)) return "";
  return isSticky(value) ? { ...value, name: "" } : value;
}

const file = readArgs({ help: USAGE, operands: ["FILE"] }, (_, [name]) => name!);
const history: unknown = JSON.parse(await text(process.stdin));
await writeFile(file, `${JSON.stringify(history, withoutPrivate, 1)}\n`);
