import { join } from "node:path";
import { build } from "vite";
import { readArgs } from "./read-args.ts";
import { REPOSITORY } from "./setup/locations.mjs";
import { withLock } from "./setup/lock.mjs";
import { reportFailure } from "./stack/stack-error.ts";
import { hashOfInputs, isConsoleBuilt, markConsoleBuilt } from "./web/built-console.ts";
import { compressAssets } from "./web/compress-assets.ts";
import { writeApiTypes } from "./web/write-api-types.ts";

const HELP = `npm run build:web [-- --types]

Builds the console into web/dist, from which the API serves it, unless it is there already. npm start does this
automatically.

  --types   only write the types of the API for the console (web/src/http/schema.d.ts); npm run check and npm run web
            do this too
`;

const CACHE = join(REPOSITORY, "node_modules", ".cache");

async function buildConsole(): Promise<void> {
  const hash = hashOfInputs();
  if (isConsoleBuilt(hash)) return console.log("web/dist is up to date");
  await build({ configFile: join(REPOSITORY, "web", "vite.config.ts"), logLevel: "warn" });
  await compressAssets(join(REPOSITORY, "web", "dist", "assets"));
  markConsoleBuilt(hash);
  console.log("The console is built in web/dist");
}

async function main({ types }: { types?: boolean | undefined }): Promise<void> {
  if (types === true) return writeApiTypes();
  // Tests set their own value; browsers get the production build.
  process.env["NODE_ENV"] = "production";
  // Two builds at once would empty each other's folder.
  await withLock(CACHE, () => console.log("Waiting for another build of the console"), buildConsole);
}

const options = { types: { type: "boolean" } } as const;
await main(readArgs({ help: HELP, options }, (values) => values)).catch(reportFailure);
// The list of routes keeps handles open.
process.exit();
