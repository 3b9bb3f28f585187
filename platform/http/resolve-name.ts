import { Resolver, lookup } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { signalWithin } from "../signal-within.ts";

const HOSTS_FILE = "/etc/hosts";
/** From the first query to the last response. */
const DEADLINE_MS = 5_000;
const TRIES = 2;
/** Once one address family has answered, wait this long for the other. */
const OTHER_KIND_MS = 300;
const LOCAL_NAME = /^(?:.+\.)?localhost\.?$/;

export interface Address {
  address: string;
  family: 4 | 6;
}

/** All addresses of a name. Throws if there are none, or as soon as `signal` aborts. */
export type ResolveName = (name: string, signal?: AbortSignal) => Promise<Address[]>;

/** Whether the text is the address of a name server, with an optional port. */
export function isNameServer(text: string): boolean {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}

const addressOf = (address: string): Address => ({ address, family: isIP(address) === 6 ? 6 : 4 });

/** The addresses from the machine's own hosts file. */
async function fromHosts(name: string): Promise<Address[]> {
  const text = await readFile(HOSTS_FILE, "utf8").catch(() => "");
  const addresses = text.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(name) ? [address] : [];
  });
  if (addresses.length === 0 && LOCAL_NAME.test(name)) addresses.push("127.0.0.1", "::1");
  return [...new Set(addresses)].map(addressOf);
}

/** Rejects as soon as the signal aborts; the work itself continues, and no one sees its result. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** A name without dots, which no one outside the local network can slow down: search domains apply here. */
async function fromSystem(name: string, signal: AbortSignal): Promise<Address[]> {
  const found = await unlessAborted(lookup(name, { all: true }), signal);
  return found.map(({ address }) => addressOf(address));
}

/** Queries both address families at the same time and omits a late one. */
async function askBoth(resolver: Resolver, name: string): Promise<Address[]> {
  const kinds = [resolver.resolve4(name), resolver.resolve6(name)];
  const all = Promise.allSettled(kinds);
  const first = await Promise.any(kinds).catch(() => []);
  const settled = first.length === 0 ? await all : await Promise.race([all, sleep(OTHER_KIND_MS, null)]);
  const found =
    settled === null ? [first] : settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  if (found.length === 0) await kinds[0];
  return found.flat().map(addressOf);
}

/**
 * Resolves names by querying name servers from this thread. `dns.lookup` uses a few threads shared by the
 * whole process; here, a slow name delays no one else. Names in /etc/hosts are found there. A name with a dot
 * is taken as fully qualified: search domains are not tried.
 */
export function createResolveName(servers: readonly string[] = []): ResolveName {
  return async (given, signal) => {
    const name = given.toLowerCase().replace(/\.$/, "");
    if (isIP(name) !== 0) return [addressOf(name)];
    const known = await fromHosts(name);
    if (known.length > 0) return known;
    const ending = signalWithin(DEADLINE_MS, signal);
    ending.throwIfAborted();
    if (!name.includes(".")) return fromSystem(name, ending);
    const resolver = new Resolver({ timeout: DEADLINE_MS / TRIES, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    ending.addEventListener("abort", cancel, { once: true });
    try {
      return await askBoth(resolver, name);
    } finally {
      ending.removeEventListener("abort", cancel);
      resolver.cancel();
    }
  };
}
