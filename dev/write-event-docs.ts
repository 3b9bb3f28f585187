import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeEvents } from "./docs/describe-events.ts";
import { REPOSITORY } from "./setup/locations.mjs";

const HELP = `npm run docs:events

Writes docs/events.md from the catalogue of events (domain/events/catalogue).
`;

if (process.argv.includes("--help")) process.stdout.write(HELP);
else await writeFile(join(REPOSITORY, "docs/events.md"), describeEvents());
