import { writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";

const USAGE = `Keeps the history of a finished workflow for test/replay.test.ts:
  temporal workflow show --workflow-id ID --output json | node dev/record-history.ts test/replay/NAME.json`;

/** Names of machines and paths say nothing about a workflow and do not belong into a repository. */
const PRIVATE = new Set(["identity", "stackTrace", "buildId", "binaryChecksum"]);

const [file] = process.argv.slice(2);
if (file === undefined || file === "--help") {
  console.error(USAGE);
  process.exit(file === undefined ? 2 : 0);
}
const history: unknown = JSON.parse(await text(process.stdin));
await writeFile(
  file,
  `${JSON.stringify(history, (key, value: unknown) => (PRIVATE.has(key) ? "" : value), 1)}\n`,
);
