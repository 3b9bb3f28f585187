import { lookup as resolve } from "node:dns";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { isIP, type LookupFunction } from "node:net";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Agent, fetch as send } from "undici";
import { inIpRanges } from "../ip-ranges.ts";

/** Everything that is not the public internet (the IANA special-purpose registries, multicast, and IPv6 that carries IPv4). */
const SPECIAL_RANGES = [
  ..."0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24".split(" "),
  ..."192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24".split(" "),
  ..."224.0.0.0/4 240.0.0.0/4".split(" "),
  ..."::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16".split(" "),
  ..."3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8".split(" "),
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
  /** What becomes of a longer answer: it fails, or the rest of it is not read. */
  longer?: "fails" | "is cut";
}

/** A request that was not let out, or got no whole answer in time. The message is for people who run the service. */
export class OutboundError extends Error {
  /** The same without the address: for those who typed it in. */
  readonly problem: string;

  constructor(url: URL, problem: string, cause?: unknown) {
    super(`${url.host} ${problem}`, { cause });
    this.name = "OutboundError";
    this.problem = problem;
  }
}

export interface Outbound {
  /** Like `fetch`, but never follows a redirect and answers with the whole body read. Throws OutboundError. */
  fetch(address: string | URL, init?: RequestInit): Promise<Response>;
  /** The same with the body in a new file, for answers too large to hold. What came of a failure is left in the file. */
  save(
    address: string | URL,
    path: string,
    init?: RequestInit,
  ): Promise<{ status: number; headers: Headers }>;
  /** The same with the body as it comes in, within the same limits; given the signal of the request, it ends with it. */
  stream(address: string | URL, init?: RequestInit): Promise<Response>;
  /** Throws OutboundError when `fetch` would not be let out: by the address itself, or by what its name resolves to now. */
  check(address: string | URL): Promise<void>;
  close(): Promise<void>;
}

class ForbiddenAddress extends Error {}

/** Why an address may not be reached, in words for people; null where it may. */
type Refusal = (address: string) => string | null;

/** Resolves a name and refuses it when any of its addresses is one that may not be reached. */
const guardedLookup =
  (refusal: Refusal): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, []);
      const [problem] = addresses.flatMap(({ address }) => refusal(address) ?? []);
      if (problem !== undefined) return done(new ForbiddenAddress(problem), []);
      const [first] = addresses;
      return options.all === true ? done(null, addresses) : done(null, first!.address, first!.family);
    });

type Limit = Pick<OutboundOptions, "maxBytes" | "longer">;

/** The body up to the limit. */
async function* capped(
  url: URL,
  body: AsyncIterable<Uint8Array> | null,
  { maxBytes, longer }: Limit,
): AsyncGenerator<Uint8Array> {
  let left = maxBytes;
  for await (const chunk of body ?? []) {
    if (chunk.length <= left) {
      left -= chunk.length;
      yield chunk;
      continue;
    }
    if (longer !== "is cut") throw new OutboundError(url, `answered more than ${maxBytes} bytes`);
    // Leaving the loop closes the connection.
    return void (yield chunk.subarray(0, left));
  }
}

/** Ports of the web; what else lies below 1024 speaks something that a request could be mistaken for. */
const isWebPort = (port: string): boolean =>
  port === "" || port === "80" || port === "443" || Number(port) >= 1_024;

/** The host without the brackets that IPv6 wears in addresses. */
const bareHost = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, "$1");

function explain(url: URL, error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  const cause = typeof error === "object" && error !== null && "cause" in error ? error.cause : undefined;
  if (cause instanceof ForbiddenAddress) return new OutboundError(url, cause.message);
  if (signal.aborted) return new OutboundError(url, "took too long to answer", error);
  return new OutboundError(url, "cannot be reached", error);
}

const TAKES_HTTPS = "takes https";

/** The connections of each protocol, and what may not be reached by it. */
function createAgents({ mayReach, plainHttpTo }: OutboundOptions) {
  const overHttps: Refusal = (address) =>
    inIpRanges(SPECIAL_RANGES, address) && !inIpRanges(mayReach, address)
      ? "is not on the public internet"
      : null;
  const refusals: Record<string, Refusal> = {
    "https:": overHttps,
    "http:": (address) => (inIpRanges(plainHttpTo, address) ? null : (overHttps(address) ?? TAKES_HTTPS)),
  };
  const agents = new Map(
    Object.entries(refusals).map(([protocol, refusal]) => [
      protocol,
      new Agent({ connect: { lookup: guardedLookup(refusal) } }),
    ]),
  );
  return {
    refusalOf: (url: URL) => refusals[url.protocol]!,
    /** Throws when the address by itself may not be reached. */
    agentFor(url: URL): Agent {
      const agent = agents.get(url.protocol);
      if (agent === undefined) throw new OutboundError(url, TAKES_HTTPS);
      if (url.username !== "" || url.password !== "")
        throw new OutboundError(url, "may not carry a user name or a password");
      if (!isWebPort(url.port)) throw new OutboundError(url, "has a port that is not for the web");
      // An address in place of a name is connected to without a look-up.
      const literal = bareHost(url);
      const problem = isIP(literal) === 0 ? null : refusals[url.protocol]!(literal);
      if (problem !== null) throw new OutboundError(url, problem);
      return agent;
    },
    close: async () => void (await Promise.all([...agents.values()].map((agent) => agent.destroy()))),
  };
}

/** Headers that still hold of a body that was unpacked. */
const kept = (headers: Iterable<[string, string]>): [string, string][] =>
  [...headers].filter(([name]) => !/^content-(encoding|length)$/.test(name));

/** A body that says why it ended early. */
async function* explained(
  url: URL,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw explain(url, error, signal);
  }
}

type Head = Pick<Awaited<ReturnType<typeof send>>, "status" | "headers">;

/** Sends requests by agents that look at every address; `url` and `signal` are for telling what went wrong later. */
const createAsk =
  (agentFor: (url: URL) => Agent, timeoutMs: number) => async (address: string | URL, init: RequestInit) => {
    const url = new URL(address);
    const dispatcher = agentFor(url);
    const given = init.signal ?? undefined;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = given === undefined ? deadline : AbortSignal.any([deadline, given]);
    try {
      const request = { ...init, signal, redirect: "manual", dispatcher } as Parameters<typeof send>[1];
      return { url, signal, answer: await send(url, request) };
    } catch (error) {
      throw explain(url, error, signal);
    }
  };

/**
 * The one way out to addresses that somebody typed in: the public internet over https, and what the options add. Each
 * address is checked when it is connected to, so a name cannot change its mind in between. Proxies are not used.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const { timeoutMs } = options;
  const { agentFor, refusalOf, close } = createAgents(options);
  const ask = createAsk(agentFor, timeoutMs);

  async function exchange<T>(
    address: string | URL,
    init: RequestInit,
    take: (head: Head, body: AsyncGenerator<Uint8Array>) => Promise<T>,
  ): Promise<T> {
    const { url, signal, answer } = await ask(address, init);
    try {
      return await take(answer, capped(url, answer.body, options));
    } catch (error) {
      throw explain(url, error, signal);
    }
  }

  return {
    fetch: (address, init = {}) =>
      exchange(address, init, async ({ status, headers }, body) => {
        const bytes = await buffer(body);
        return new Response(bytes.length === 0 ? null : bytes, { status, headers: kept(headers) });
      }),
    save: (address, path, init = {}) =>
      exchange(address, init, async ({ status, headers }, body) => {
        await pipeline(body, createWriteStream(path, { flags: "wx" }));
        return { status, headers: new Headers([...headers]) };
      }),
    async stream(address, init = {}) {
      const { url, signal, answer } = await ask(address, init);
      const { status, headers, body } = answer;
      const handedOn =
        body === null ? null : ReadableStream.from(explained(url, capped(url, body, options), signal));
      return new Response(handedOn, { status, headers: kept(headers) });
    },
    async check(address) {
      const url = new URL(address);
      agentFor(url);
      const refusal = refusalOf(url);
      const looked = new Promise<void>((done, fail) =>
        guardedLookup(refusal)(bareHost(url), {}, (error) => (error === null ? done() : fail(error))),
      );
      const deadline = AbortSignal.timeout(timeoutMs);
      const late = once(deadline, "abort").then(() => Promise.reject(new Error("look-up took too long")));
      await Promise.race([looked, late]).catch((error: unknown) => {
        throw explain(url, error instanceof ForbiddenAddress ? { cause: error } : error, deadline);
      });
    },
    close,
  };
}
