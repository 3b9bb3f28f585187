import { isIP } from "node:net";
import type { Config } from "../config.ts";
import { bareHost } from "./bare-host.ts";
import { inIpRanges, LOOPBACK_RANGES } from "./ip-ranges.ts";
import type { ResolveName } from "./resolve-name.ts";

/** A server of this installation, which addresses entered by users must not reach. */
export interface OwnServer {
  host: string;
  port: string;
}

const PORTS_OF_SCHEMES: Record<string, string> = {
  "http:": "80",
  "https:": "443",
  "postgres:": "5432",
  "postgresql:": "5432",
  "smtp:": "587",
  "smtps:": "465",
};
const WEB_PORTS = ["80", "443"];

function serverAt(address: string): OwnServer {
  const url = new URL(address);
  return { host: bareHost(url), port: url.port || PORTS_OF_SCHEMES[url.protocol] || "" };
}

/** The stores, Temporal, metrics, and other servers that do not authenticate us. */
export function ownServersOf(config: Config): OwnServer[] {
  const urls = [
    config.DATABASE_URL,
    config.ELASTICSEARCH_URL,
    `http://${config.TEMPORAL_ADDRESS}`,
    config.TEMPORAL_UI_URL,
    config.retrievalUrl,
    config.S3_ENDPOINT,
    config.SMTP_URL,
    config.CLAMAV_HOST === undefined ? undefined : `http://${config.CLAMAV_HOST}:${config.CLAMAV_PORT}`,
  ];
  const metrics = [
    config.METRICS_PORT,
    config.RETRIEVAL_METRICS_PORT,
    config.WORKER_METRICS_PORT,
    config.TEMPORAL_METRICS_PORT,
  ].filter((port) => port !== 0);
  return [
    ...urls.flatMap((url) => (url === undefined ? [] : serverAt(url))),
    ...metrics.map((port) => ({ host: config.HOST, port: String(port) })),
  ];
}

const isLoopback = (address: string): boolean => inIpRanges(LOOPBACK_RANGES, address);

/**
 * Whether an address outside the public internet belongs to one of our servers. The port of one of our
 * servers is blocked at every such address, because a machine has several. For ports 80 and 443, the address
 * must match too.
 */
export async function isOwnServer(
  own: readonly OwnServer[],
  { address, port }: { address: string; port: string },
  resolve: ResolveName,
): Promise<boolean> {
  const atPort = own.filter((server) => server.port === port);
  if (atPort.length === 0 || !WEB_PORTS.includes(port)) return atPort.length > 0;
  for (const { host } of atPort) {
    const found = isIP(host) === 0 ? await resolve(host) : [{ address: host }];
    const same = found.some(
      (one) => inIpRanges([one.address], address) || (isLoopback(one.address) && isLoopback(address)),
    );
    if (same) return true;
  }
  return false;
}
