import { readArgs } from "./read-args.ts";
import { readConfig } from "./read-config.ts";
import { prepareTemporal } from "./stack/prepare-temporal.ts";
import { runMigrations } from "./stack/run-migrations.ts";
import { reportFailure } from "./stack/stack-error.ts";

const HELP = `npm run migrate

Updates PostgreSQL (DATABASE_URL) to the tables that this version of the product needs, and Temporal (TEMPORAL_ADDRESS)
to its namespace and search attributes. Safe to repeat; npm start does this automatically.
`;

async function main(): Promise<void> {
  const config = readConfig();
  const done = await runMigrations(config);
  console.log(done.length === 0 ? "The database is up to date" : `Migrated: ${done.join(", ")}`);
  await prepareTemporal(config.TEMPORAL_ADDRESS, config.TEMPORAL_NAMESPACE);
  console.log(`Temporal has the namespace ${config.TEMPORAL_NAMESPACE} and the search attributes`);
}

readArgs({ help: HELP }, () => undefined);
await main().catch(reportFailure);
