import { existsSync } from "node:fs";
import { join } from "node:path";
import { reachableOrigin } from "../platform/http/reachable-origin.ts";
import type { Config } from "../platform/config.ts";
import { SYSTEMS_ADDRESS, startDemoSystems } from "./demo/organisation/start-demo-systems.ts";
import { readArgs } from "./read-args.ts";
import { readConfig } from "./read-config.ts";
import { readEmail } from "./read-email.ts";
import type { SeedResult } from "./seed.ts";
import { REPOSITORY } from "./setup/locations.mjs";
import { checkDatabase } from "./stack/check-database.ts";
import { describeEntrance, type Entrance } from "./stack/describe-entrance.ts";
import { checkPorts } from "./stack/ports.ts";
import { keepRunning, productParts, startPart } from "./stack/product.ts";
import { claimDataDir, type DataDirClaim } from "./stack/run-file.ts";
import { onStopSignals } from "./stack/signals.ts";
import { reportFailure, StackError } from "./stack/stack-error.ts";
import { startServices, type Services } from "./stack/start-services.ts";
import { readStartSettings, type StartSettings } from "./stack/start-settings.ts";
import { createSupervisor } from "./stack/supervisor.ts";
import { ensureConsole } from "./web/ensure-console.ts";

const HELP = `npm start [-- --admin EMAIL] [--addresses]

Starts the complete product on this machine: servers, API, search service and worker. Ctrl-C stops it.

  --admin EMAIL   starts without the demo organisation, and prints a link with which this administrator sets a password
  --addresses     also prints the addresses of API reference, OpenAPI description, search service and Temporal UI

Variables come from the environment or from the file .env; .env.example lists all of them.

  HOST 127.0.0.1       address of the API and the search service
  PORT 3000  RETRIEVAL_PORT 8001  TEMPORAL_PORT 7233  TEMPORAL_UI_PORT 8233  POSTGRES_PORT 5433  ELASTICSEARCH_PORT 9201
  DEMO_PORT 8234       systems that the demo organisation sends webhooks to
  DATABASE_URL, ELASTICSEARCH_URL, TEMPORAL_ADDRESS   use this server instead of starting one
  MODEL_DIR            folder of the search models, instead of the cached ones
  DATA_DIR             data and logs; default: ~/.local/share/compliance-service
  CACHE_DIR            downloaded servers and models; default: ~/.cache/compliance-service
  DEMO_PASSWORD        password of the demo accounts; by default one is generated and shown once
  ELASTICSEARCH_HEAP   heap of the Elasticsearch server; default: 1g
  LOG_LEVEL            level of the logs in DATA_DIR/logs; default: info
`;

interface Options {
  admin?: string | undefined;
  addresses: boolean;
}

const log = (text: string): void => console.log(`  ${text}`);

const addressesOf = ({ host, ports, dataDir, hasSystems }: StartSettings): Record<string, string> => ({
  PORT: String(ports.PORT),
  RETRIEVAL_PORT: String(ports.RETRIEVAL_PORT),
  BACKEND_URL: reachableOrigin(host, ports.PORT),
  RETRIEVAL_URL: reachableOrigin(host, ports.RETRIEVAL_PORT),
  DATA_DIR: dataDir,
  ...(hasSystems ? { WEBHOOK_ALLOWED_CIDRS: SYSTEMS_ADDRESS } : {}),
});

const supervisor = createSupervisor();

/** Only at the first start, so that later changes of the demo organisation stay. */
async function fillDemo(config: Config, { password }: SeedResult, systemsUrl: string | null): Promise<void> {
  if (password === null) return;
  try {
    const { fillOrganisation } = await import("./demo/organisation/fill-organisation.ts");
    await fillOrganisation({ url: config.backendUrl, password, config, systemsUrl });
    log("The demo organisation is complete");
  } catch (error) {
    if (!supervisor.isStopping()) log(`The demo organisation is not complete: ${String(error)}`);
  }
}

async function openEntrance(config: Config, admin: string | undefined): Promise<Entrance> {
  if (admin === undefined) {
    const { seedDemo } = await import("./seed.ts");
    return { ...(await seedDemo(config)), link: null };
  }
  const { createAdmin } = await import("./create-admin.ts");
  return { accounts: [], password: null, link: await createAdmin(config, { email: admin }) };
}

/** Updates the tables. Its modules are loaded here, while the other servers start. */
async function prepareDatabase(config: Config): Promise<void> {
  const { runMigrations } = await import("./stack/run-migrations.ts");
  const migrations = await runMigrations(config);
  if (migrations.length > 0) log(`Database is up to date (${migrations.length} migrations)`);
  const { replaceBuiltInKey } = await import("./stack/replace-built-in-key.ts");
  const sealed = await replaceBuiltInKey(config);
  if (sealed > 0) log(`Encrypted ${sealed} secrets with your key instead of the built-in one`);
}

async function serve(settings: StartSettings, claim: DataDirClaim, options: Options): Promise<void> {
  const { ports, dataDir, given, namespace, heap } = settings;
  const addresses = addressesOf(settings);
  const starting = startServices({
    supervisor,
    dataDir,
    given,
    namespace,
    java: { heap },
    ports: {
      postgres: ports.POSTGRES_PORT,
      elasticsearch: ports.ELASTICSEARCH_PORT,
      temporal: ports.TEMPORAL_PORT,
      temporalUi: ports.TEMPORAL_UI_PORT,
    },
    temporalUiUrl: process.env["TEMPORAL_UI_URL"] || `http://127.0.0.1:${ports.TEMPORAL_UI_PORT}`,
    durable: true,
    report: log,
    prepareDatabase: (url) =>
      prepareDatabase(readConfig({ ...process.env, ...addresses, DATABASE_URL: url })),
  });
  // Elasticsearch takes longest, and leaves a processor to this.
  const [services]: [Services, unknown] = await Promise.all([starting, ensureConsole(log)]);
  const environment = { ...services.environment, ...addresses };
  claim.publish(environment);
  const config = readConfig({ ...process.env, ...environment });
  const launch = {
    supervisor,
    environment: { ...process.env, ...environment },
    logDir: join(dataDir, "logs"),
    log,
  };
  const parts = productParts(config);
  const started = await Promise.all(
    parts.map(async (part) => ({ part, child: await startPart(part, launch) })),
  );
  // Not earlier: after a failed start, the next one must know the password to complete the organisation.
  const entrance = await openEntrance(config, options.admin);
  console.log(describeEntrance(environment, entrance, options.addresses));
  const systems =
    settings.hasSystems && entrance.accounts.length > 0 ? await startDemoSystems(ports.DEMO_PORT) : null;
  void fillDemo(config, entrance, systems?.url ?? null);
  await Promise.race([
    ...started.map(({ part, child }) => keepRunning(part, child, launch)),
    ...services.children.map(async ({ name, exited, logFile }) => {
      const how = await exited;
      throw new StackError(`${name} stopped unexpectedly (${how}); its log: ${logFile}`);
    }),
  ]);
}

async function start(options: Options): Promise<void> {
  const dotenv = join(REPOSITORY, ".env");
  if (existsSync(dotenv)) process.loadEnvFile(dotenv);
  const settings = readStartSettings(process.env);
  const claim = claimDataDir(settings.dataDir, reachableOrigin(settings.host, settings.ports.PORT));
  try {
    // Invalid settings are reported before anything is started.
    readConfig({ ...process.env, ...addressesOf(settings) });
    await checkPorts(settings.ownPorts, settings.host);
    if (settings.given.DATABASE_URL !== undefined) await checkDatabase(settings.given.DATABASE_URL);
    onStopSignals(() => {
      console.log("\nStopping");
      process.once("exit", () => console.log("Stopped"));
      void supervisor.stopAll();
    });
    await serve(settings, claim, options);
  } catch (error) {
    // Errors while we are stopping are not failures.
    if (!supervisor.isStopping()) reportFailure(error);
  } finally {
    await supervisor.stopAll();
    claim.release();
  }
}

const options = { admin: { type: "string" }, addresses: { type: "boolean", default: false } } as const;
const read = ({ admin, addresses }: Options): Options => ({
  addresses,
  ...(admin === undefined ? {} : { admin: readEmail(admin) }),
});
await start(readArgs({ help: HELP, options }, read)).catch(reportFailure);
// A leftover connection must not block the terminal.
process.exit();
