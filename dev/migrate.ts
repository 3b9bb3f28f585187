import { loadConfig } from "../platform/config.ts";
import { migrate } from "../platform/migrate.ts";
import { ensureNamespace } from "./stack/ensure-namespace.ts";

/** Brings PostgreSQL and Temporal to what this version of the product needs. Safe to run again. */
const config = loadConfig();
const done = await migrate(config);
console.log(done.length === 0 ? "The database is up to date" : `Migrated: ${done.join(", ")}`);
await ensureNamespace(config.TEMPORAL_ADDRESS, config.TEMPORAL_NAMESPACE);
console.log(`Temporal has the namespace ${config.TEMPORAL_NAMESPACE} and the search attributes`);
