import { createWriteStream } from "node:fs";
import { isIP, type LookupFunction } from "node:net";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { callbackify } from "node:util";
import { Agent, buildConnector, fetch as send } from "undici";
import { signalWithin } from "../signal-within.ts";
import { bareHost } from "./bare-host.ts";
import { ForbiddenAddress, OutboundError, TooLongAnswer } from "./outbound-error.ts";
import { inIpRanges } from "./ip-ranges.ts";
import { isOwnServer, type OwnServer } from "./own-servers.ts";
import { TooLateError, postBy, type PostResponse } from "./post-by.ts";
import { isPublicAddress } from "./public-address.ts";
import { createResolveName, type Address, type ResolveName } from "./resolve-name.ts";

export interface OutboundOptions {
  /** Ranges that are allowed in addition to the public internet. */
  mayReach: readonly string[];
  /** Ranges where plain http is allowed; everywhere else https is required. */
  plainHttpTo: readonly string[];
  /** Never allowed, whatever the ranges say. */
  never?: readonly OwnServer[] | undefined;
  /** Name servers as `address:port`; the system's by default. */
  nameServers?: readonly string[] | undefined;
  /** From the first look-up to the last byte of the response. */
  timeoutMs: number;
  /** For the decompressed response body. */
  maxBytes: number;
  /** What happens to a longer response: it fails, or it is truncated. */
  longer?: "fails" | "is cut";
}

export interface Outbound {
  /** Like `fetch`, but never follows a redirect and reads the whole body. Throws OutboundError. */
  fetch(address: string | URL, init?: RequestInit): Promise<Response>;
  /** A POST for high rates: the response is not decompressed, and is truncated at the limit. */
  post(
    address: string | URL,
    message: { headers: Record<string, string>; body: string },
  ): Promise<PostResponse>;
  /**
   * `fetch` with the body saved to a new file, for responses too large for memory. After a failure, the file
   * may be incomplete.
   */
  save(
    address: string | URL,
    path: string,
    init?: RequestInit,
  ): Promise<{ status: number; headers: Headers }>;
  /** The same with a streamed body, within the same limits; aborting the signal ends it. */
  stream(address: string | URL, init?: RequestInit): Promise<Response>;
  /** Throws OutboundError if `fetch` would refuse the address itself or what its name resolves to now. */
  check(address: string | URL, given?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const refused = (url: URL, problem: string): OutboundError =>
  new OutboundError(url, problem, new ForbiddenAddress(problem));

/** Why an address and port are not allowed, as a message; null if they are. */
type Refusal = (address: string, port: string) => Promise<string | null>;
type Resolve = (name: string, port: string, signal?: AbortSignal) => Promise<Address[]>;

/** Resolves a name and refuses it if any of its addresses is not allowed. */
const guarded =
  (resolve: ResolveName, refusal: Refusal): Resolve =>
  async (name, port, signal) => {
    const addresses = await resolve(name, signal);
    for (const { address } of addresses) {
      const problem = await refusal(address, port);
      if (problem !== null) throw new ForbiddenAddress(problem);
    }
    return addresses;
  };

const lookupBy = (resolve: Resolve, port: string): LookupFunction => {
  const look = callbackify((name: string) => resolve(name, port));
  return (name, options, done) =>
    look(name, (error: NodeJS.ErrnoException | null, addresses: Address[] | undefined) => {
      if (error !== null || addresses === undefined) return done(error, []);
      const [first] = addresses;
      return options.all === true ? done(null, addresses) : done(null, first!.address, first!.family);
    });
};

type Limit = Pick<OutboundOptions, "maxBytes" | "longer">;

/** The body, up to the limit. */
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
    if (longer !== "is cut")
      throw new OutboundError(url, `answered more than ${maxBytes} bytes`, new TooLongAnswer());
    // Leaving the loop closes the connection.
    return void (yield chunk.subarray(0, left));
  }
}

/** Web ports; other ports below 1024 belong to protocols that could misinterpret a request. */
const isWebPort = (port: string): boolean =>
  port === "" || port === "80" || port === "443" || Number(port) >= 1_024;

function explain(url: URL, error: unknown, signal?: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  const cause = typeof error === "object" && error !== null && "cause" in error ? error.cause : undefined;
  const refusal = [error, cause].find((one) => one instanceof ForbiddenAddress);
  if (refusal !== undefined) return new OutboundError(url, refusal.message, refusal);
  if (signal?.aborted === true || error instanceof TooLateError)
    return new OutboundError(url, "took too long to answer", error);
  return new OutboundError(url, "cannot be reached", error);
}

const TAKES_HTTPS = "requires https";

const DEFAULT_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };
const portOf = ({ port, protocol }: Pick<URL, "port" | "protocol">): string =>
  port || DEFAULT_PORTS[protocol] || "";

/** The refusals for each protocol. */
function refusalsOf({ mayReach, plainHttpTo, never = [] }: OutboundOptions, resolve: ResolveName) {
  const from =
    (problemAt: (address: string) => string | null): Refusal =>
    async (address, port) => {
      const problem = problemAt(address);
      if (problem !== null || isPublicAddress(address)) return problem;
      return (await isOwnServer(never, { address, port }, resolve)) ? "is a server of this service" : null;
    };
  const overHttps = (address: string): string | null =>
    isPublicAddress(address) || inIpRanges(mayReach, address) ? null : "is not on the public internet";
  return {
    "https:": from(overHttps),
    "http:": from((address) =>
      inIpRanges(plainHttpTo, address) ? null : (overHttps(address) ?? TAKES_HTTPS),
    ),
  } as Record<string, Refusal>;
}

/** Connects to checked addresses only; connections to the same port share TLS sessions. */
function connectBy(resolve: Resolve): buildConnector.connector {
  const ofPort = new Map<string, buildConnector.connector>();
  return (options, done) => {
    const port = portOf(options);
    const connect = ofPort.get(port) ?? buildConnector({ lookup: lookupBy(resolve, port) });
    ofPort.set(port, connect);
    connect(options, done);
  };
}

/** The connection pools for each protocol. */
function createAgents(options: OutboundOptions) {
  const names = createResolveName(options.nameServers);
  const refusals = refusalsOf(options, names);
  const resolvers = new Map(
    Object.entries(refusals).map(([protocol, refusal]) => [protocol, guarded(names, refusal)]),
  );
  const agents = new Map(
    [...resolvers].map(([protocol, resolve]) => [protocol, new Agent({ connect: connectBy(resolve) })]),
  );
  return {
    /** Throws if the name resolves to an address that is not allowed. */
    resolve: (url: URL, signal: AbortSignal) =>
      resolvers.get(url.protocol)!(bareHost(url), portOf(url), signal),
    /** Throws if the address itself is not allowed. */
    async agentFor(url: URL): Promise<Agent> {
      const agent = agents.get(url.protocol);
      if (agent === undefined) throw refused(url, TAKES_HTTPS);
      if (url.username !== "" || url.password !== "")
        throw refused(url, "must not contain a user name or password");
      if (!isWebPort(url.port)) throw refused(url, "uses a port that is not allowed");
      // A literal address needs no look-up.
      const literal = bareHost(url);
      const problem = isIP(literal) === 0 ? null : await refusals[url.protocol]!(literal, portOf(url));
      if (problem !== null) throw refused(url, problem);
      return agent;
    },
    close: async () => void (await Promise.all([...agents.values()].map((agent) => agent.destroy()))),
  };
}

/** Headers that remain valid after decompression. */
const kept = (headers: Iterable<[string, string]>): [string, string][] =>
  [...headers].filter(([name]) => !/^content-(encoding|length)$/.test(name));

/** A body that reports why it ended early. */
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

/** Sends requests through agents that check every address; `url` and `signal` serve to explain failures. */
const createAsk =
  (agentFor: (url: URL) => Promise<Agent>, timeoutMs: number) =>
  async (address: string | URL, init: RequestInit) => {
    const url = new URL(address);
    const dispatcher = await agentFor(url);
    const signal = signalWithin(timeoutMs, init.signal);
    try {
      const request = { ...init, signal, redirect: "manual", dispatcher } as Parameters<typeof send>[1];
      return { url, signal, answer: await send(url, request) };
    } catch (error) {
      throw explain(url, error, signal);
    }
  };

/**
 * The only outbound client for addresses that users entered: the public internet over https, plus what the
 * options allow. Each address is checked when it is connected to, so a name cannot change in between. Proxies
 * are not used.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const { timeoutMs, maxBytes } = options;
  const { agentFor, resolve, close } = createAgents(options);
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
    async post(address, message) {
      const url = new URL(address);
      const agent = await agentFor(url);
      try {
        return await postBy(agent, url, { ...message, timeoutMs, maxBytes });
      } catch (error) {
        throw explain(url, error);
      }
    },
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
    async check(address, given) {
      const url = new URL(address);
      await agentFor(url);
      const signal = signalWithin(timeoutMs, given);
      await resolve(url, signal).catch((error: unknown) => {
        throw explain(url, error, signal);
      });
    },
    close,
  };
}
