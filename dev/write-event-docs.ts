import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeEvents } from "./docs/describe-events.ts";
import { readArgs } from "./read-args.ts";
import { REPOSITORY } from "./setup/locations.mjs";

const HELP = `npm run docs:events

Writes docs/events.md from the events that features declare (*.events.ts in domain).
`;

readArgs({ help: HELP }, () => undefined);
await writeFile(join(REPOSITORY, "docs/events.md"), describeEvents());
