import { lookup as resolve } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, fetch as send } from "undici";
import { inIpRanges } from "../ip-ranges.ts";

/** Everything that is not the public internet (the IANA special-purpose registries, multicast, and IPv6 that carries IPv4). */
const SPECIAL_RANGES = [
  ..."0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24".split(" "),
  ..."192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24".split(" "),
  ..."224.0.0.0/4 240.0.0.0/4".split(" "),
  ..."::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16".split(" "),
  ..."fc00::/7 fe80::/10 ff00::/8".split(" "),
];
export const LOOPBACK_RANGES: readonly string[] = ["127.0.0.0/8", "::1/128"];

export interface OutboundOptions {
  /** Ranges that may be reached beside the public internet. */
  mayReach: readonly string[];
  /** Ranges to which plain http is spoken; everywhere else it takes https. */
  plainHttpTo: readonly string[];
  /** From the first look-up to the last byte of the answer. */
  timeoutMs: number;
  /** Of the answer's body, unpacked. */
  maxBytes: number;
}

/** A request that was not let out, or got no whole answer in time. The message is for people who run the service. */
export class OutboundError extends Error {
  constructor(url: URL, problem: string, cause?: unknown) {
    super(`${url.host} ${problem}`, { cause });
    this.name = "OutboundError";
  }
}

export interface Outbound {
  /** Like `fetch`, but never follows a redirect and answers with the whole body read. Throws OutboundError. */
  fetch(address: string | URL, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

class ForbiddenAddress extends Error {}

/** Resolves a name and refuses it when any of its addresses is one that may not be reached. */
const guardedLookup =
  (mayReach: (address: string) => boolean): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, []);
      const wrong = addresses.find(({ address }) => !mayReach(address));
      if (wrong !== undefined) return done(new ForbiddenAddress(), []);
      const [first] = addresses;
      return options.all === true ? done(null, addresses) : done(null, first!.address, first!.family);
    });

async function readCapped(url: URL, body: AsyncIterable<Uint8Array> | null, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new OutboundError(url, `answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function explain(url: URL, error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof ForbiddenAddress) return new OutboundError(url, "is not on the public internet");
  if (signal.aborted) return new OutboundError(url, "took too long to answer", error);
  return new OutboundError(url, "cannot be reached", error);
}

/**
 * The one way out to addresses that somebody typed in: the public internet over https, and what the options add. Each
 * address is checked when it is connected to, so a name cannot change its mind in between. Proxies are not used.
 */
export function createOutbound({ mayReach, plainHttpTo, timeoutMs, maxBytes }: OutboundOptions): Outbound {
  const isOpen: Record<string, (address: string) => boolean> = {
    "https:": (address) => !inIpRanges(SPECIAL_RANGES, address) || inIpRanges(mayReach, address),
    "http:": (address) => inIpRanges(plainHttpTo, address),
  };
  const agents = new Map(
    Object.entries(isOpen).map(([protocol, check]) => [
      protocol,
      new Agent({ connect: { lookup: guardedLookup(check) } }),
    ]),
  );

  function agentFor(url: URL): Agent {
    const agent = agents.get(url.protocol);
    if (agent === undefined) throw new OutboundError(url, "takes https");
    // An address in place of a name is connected to without a look-up.
    const literal = url.hostname.replace(/^\[(.*)\]$/, "$1");
    if (isIP(literal) !== 0 && isOpen[url.protocol]?.(literal) !== true)
      throw new OutboundError(url, "is not on the public internet, or takes https");
    return agent;
  }

  return {
    async fetch(address, init = {}) {
      const url = new URL(address);
      const dispatcher = agentFor(url);
      const given = init.signal ?? undefined;
      const deadline = AbortSignal.timeout(timeoutMs);
      const signal = given === undefined ? deadline : AbortSignal.any([deadline, given]);
      try {
        const options = { ...init, signal, redirect: "manual", dispatcher } as Parameters<typeof send>[1];
        const { status, headers, body } = await send(url, options);
        const bytes = await readCapped(url, body, maxBytes);
        const kept = [...headers].filter(([name]) => !/^content-(encoding|length)$/.test(name));
        return new Response(bytes.length === 0 ? null : bytes, { status, headers: kept });
      } catch (error) {
        throw explain(url, error, signal);
      }
    },
    close: async () => void (await Promise.all([...agents.values()].map((agent) => agent.destroy()))),
  };
}
