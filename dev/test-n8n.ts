import { loadConfig } from "../platform/config.ts";
import { actionChecks } from "./n8n/action-checks.ts";
import { connectionChecks } from "./n8n/connection-checks.ts";
import { ensureN8n } from "./n8n/ensure-n8n.ts";
import { setStage, type Stage } from "./n8n/stage.ts";
import { startN8n, type RunningN8n } from "./n8n/start-n8n.ts";
import { runInFolder } from "./tested-product/run-in-folder.ts";
import { startProduct, type TestedProduct } from "./tested-product/start-product.ts";
import { triggerChecks } from "./n8n/trigger-checks.ts";
import { readArgs } from "./read-args.ts";
import { reportFailure } from "./stack/stack-error.ts";
import { createSupervisor } from "./stack/supervisor.ts";

const HELP = `npm run test:n8n [-- --keep]

Tests the product with a real n8n 2.8.4: our connection test, the community package in n8n (it loads, its credential
passes n8n's test, its trigger registers, verifies and removes its webhook, its actions work), and a plain n8n webhook
as our target. The first run installs n8n in the cache folder, which takes three to five minutes. Uses the servers of
npm run stack, or starts its own.

  --keep  keep the logs after a success
`;

const options = { keep: { type: "boolean", default: false } } as const;
const keep = readArgs({ help: HELP, options }, (values) => values.keep);
const supervisor = createSupervisor();

const secondsSince = (since: number): string => `${((Date.now() - since) / 1_000).toFixed(1)} s`;

/**
 * Returns whether all checks passed. Those of a part depend on each other: after a failure the rest are
 * skipped.
 */
async function runChecks(stage: Stage): Promise<boolean> {
  let failed = 0;
  for (const part of [connectionChecks, triggerChecks, actionChecks])
    for (const [at, { name, run }] of part.entries()) {
      const since = Date.now();
      try {
        await run(stage);
        console.log(`  ✓ ${name} (${secondsSince(since)})`);
      } catch (error) {
        failed += 1;
        console.log(`  ✗ ${name}`);
        reportFailure(error);
        console.log(`    skipped: ${part.length - at - 1}`);
        break;
      }
    }
  return failed === 0;
}

async function test(folder: string): Promise<boolean> {
  const program = await ensureN8n();
  let [product, n8n]: [TestedProduct | null, RunningN8n | null] = [null, null];
  try {
    console.log("Starting the product");
    product = await startProduct(supervisor, folder);
    console.log("Starting n8n");
    const since = Date.now();
    n8n = await startN8n(supervisor, { program, folder, databaseUrl: loadConfig().DATABASE_URL });
    console.log(`  n8n is ready (${secondsSince(since)})`);
    return await runChecks(await setStage(product, n8n));
  } finally {
    await supervisor.stopAll();
    await n8n?.drop();
    await product?.drop();
  }
}

await runInFolder({ prefix: "test-n8n-", holds: "Logs", keep }, supervisor, test);
