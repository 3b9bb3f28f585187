import type { Config } from "../config.ts";
import { LOOPBACK_RANGES } from "./ip-ranges.ts";
import { ownServersOf } from "./own-servers.ts";
import { createOutbound, type Outbound } from "./outbound.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_000_000;

interface Limits {
  timeoutMs?: number;
  maxBytes?: number;
}

/** During development, other services may run on the same machine without TLS. */
const loopbackOf = ({ NODE_ENV }: Pick<Config, "NODE_ENV">) =>
  NODE_ENV === "production" ? [] : LOOPBACK_RANGES;

/** An outbound client for addresses that an administrator entered. */
const clientTo = (config: Config, allowed: readonly string[], plain: readonly string[], limits: Limits) =>
  createOutbound({
    mayReach: [...loopbackOf(config), ...allowed],
    plainHttpTo: [...loopbackOf(config), ...plain],
    never: ownServersOf(config),
    nameServers: config.NAME_SERVERS,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    ...limits,
  });

export const identityProviderClient = (config: Config): Outbound =>
  clientTo(config, config.UPSTREAM_ALLOWED_CIDRS, [], {});

/** n8n inside a company's network often has no TLS. */
export const integrationClient = (config: Config, limits: Limits = {}): Outbound =>
  clientTo(config, config.INTEGRATION_ALLOWED_CIDRS, config.INTEGRATION_ALLOWED_CIDRS, limits);
