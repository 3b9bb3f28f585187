import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { StackError } from "./stack-error.ts";

const DEFAULT_PORTS = {
  PORT: 3000,
  RETRIEVAL_PORT: 8001,
  TEMPORAL_PORT: 7233,
  TEMPORAL_UI_PORT: 8233,
  POSTGRES_PORT: 5433,
  ELASTICSEARCH_PORT: 9201,
  DEMO_PORT: 8234,
};

type PortName = keyof typeof DEFAULT_PORTS;

export interface StartSettings {
  /** The address of API and search service; other servers listen on loopback. */
  host: string;
  ports: Record<PortName, number>;
  dataDir: string;
  heap: string;
  namespace: string;
  given: Record<"DATABASE_URL" | "ELASTICSEARCH_URL" | "TEMPORAL_ADDRESS", string | undefined>;
  /**
   * Whether the demo organisation is connected to systems on this machine. Their webhooks may then call
   * loopback addresses, so only a product that others cannot reach has them.
   */
  hasSystems: boolean;
  /** The ports of our own processes. */
  ownPorts: Partial<Record<PortName, number>>;
}

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "::1"]);

function portOf(name: PortName, environment: NodeJS.ProcessEnv): number {
  const text = environment[name] || String(DEFAULT_PORTS[name]);
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new StackError(`${name} is "${text}", which is not a port: use a number from 1 to 65535.`);
}

/** The settings of `npm start` from the environment. Throws a StackError that names an invalid variable. */
export function readStartSettings(environment: NodeJS.ProcessEnv): StartSettings {
  const names = Object.keys(DEFAULT_PORTS) as PortName[];
  const ports = Object.fromEntries(
    names.map((name) => [name, portOf(name, environment)]),
  ) as StartSettings["ports"];
  const given = {
    DATABASE_URL: environment["DATABASE_URL"] || undefined,
    ELASTICSEARCH_URL: environment["ELASTICSEARCH_URL"] || undefined,
    TEMPORAL_ADDRESS: environment["TEMPORAL_ADDRESS"] || undefined,
  };
  const { PORT, RETRIEVAL_PORT, TEMPORAL_PORT, TEMPORAL_UI_PORT, POSTGRES_PORT, ELASTICSEARCH_PORT } = ports;
  const host = environment["HOST"] || "127.0.0.1";
  const hasSystems =
    LOOPBACK_HOSTS.has(host) &&
    environment["NODE_ENV"] !== "production" &&
    !environment["WEBHOOK_ALLOWED_CIDRS"];
  return {
    host,
    hasSystems,
    ports,
    dataDir: resolve(environment["DATA_DIR"] || join(homedir(), ".local", "share", "compliance-service")),
    heap: environment["ELASTICSEARCH_HEAP"] || "1g",
    namespace: environment["TEMPORAL_NAMESPACE"] || "compliance",
    given,
    ownPorts: {
      PORT,
      RETRIEVAL_PORT,
      ...(given.DATABASE_URL === undefined ? { POSTGRES_PORT } : {}),
      ...(given.ELASTICSEARCH_URL === undefined ? { ELASTICSEARCH_PORT } : {}),
      ...(given.TEMPORAL_ADDRESS === undefined ? { TEMPORAL_PORT, TEMPORAL_UI_PORT } : {}),
      ...(hasSystems ? { DEMO_PORT: ports.DEMO_PORT } : {}),
    },
  };
}
