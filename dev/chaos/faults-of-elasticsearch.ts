import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./fault.ts";

/** The command that builds a new index; the signal kills it. */
type Rebuild = (signal?: AbortSignal) => Promise<void>;

const REQUEST_MS = 30_000;
const TRIES = 30;
const PAUSE_MS = 1_000;

/** What a check or an administrator does on the server itself. */
async function ask(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { "content-type": "application/json" },
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status} ${text}`);
  return JSON.parse(text);
}

/** The server may be recovering from another fault. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1)
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(PAUSE_MS);
    }
}

const setAll = (url: string, settings: object): Promise<unknown> =>
  insist(() => ask(url, "PUT", "/_all/_settings?expand_wildcards=open,closed", settings));

/** By name: Elasticsearch does not delete all at once. */
async function indicesOf(url: string): Promise<string[]> {
  const found = (await insist(() => ask(url, "GET", "/_cat/indices?format=json"))) as { index: string }[];
  return found.map(({ index }) => index);
}

const BLOCK = "index.blocks.read_only_allow_delete";

async function isReadOnly(url: string): Promise<boolean> {
  const found = (await ask(url, "GET", `/_all/_settings/${BLOCK}?flat_settings=true`)) as Record<
    string,
    { settings: Record<string, string> }
  >;
  const indices = await indicesOf(url);
  return indices.length > 0 && indices.every((index) => found[index]?.settings[BLOCK] === "true");
}

/** As Elasticsearch does itself when its disk is nearly full (the flood stage). */
function readOnly(url: string): Fault {
  let isOver = false;
  let blocking: Promise<void> = Promise.resolve();
  /** Elasticsearch lifts the block every 30 s, because the disk has room. */
  const keep = async (): Promise<void> => {
    while (!isOver) {
      await sleep(PAUSE_MS);
      if (!isOver) await setAll(url, { [BLOCK]: true });
    }
  };
  return {
    name: "read-only elasticsearch",
    async begin() {
      isOver = false;
      await setAll(url, { [BLOCK]: true });
      blocking = keep();
    },
    hasEffect: () => isReadOnly(url),
    async repair() {
      isOver = true;
      await blocking;
      await setAll(url, { [BLOCK]: null });
    },
  };
}

/** The one fault that takes a person: `rebuild` is what the log and /health tell them to run. */
const lost = (url: string, rebuild: Rebuild): Fault => ({
  name: "lose index-of elasticsearch",
  async begin() {
    for (const index of await indicesOf(url))
      await insist(() => ask(url, "DELETE", `/${index}?ignore_unavailable=true`));
  },
  hasEffect: async () => (await indicesOf(url)).length === 0,
  repair: () => insist(() => rebuild()),
});

/** The rebuild ends, as in a power failure, when its new index exists. */
function interrupted(url: string, rebuild: Rebuild): Fault {
  let before = 0;
  return {
    name: "kill rebuild-of elasticsearch",
    async begin() {
      before = (await indicesOf(url)).length;
      const kill = new AbortController();
      const ended = rebuild(kill.signal).catch(() => undefined);
      for (let left = TRIES; left > 0 && (await indicesOf(url)).length === before; left -= 1)
        await sleep(PAUSE_MS);
      kill.abort();
      await ended;
    },
    hasEffect: async () => (await indicesOf(url)).length > before,
    repair: () => insist(() => rebuild()),
  };
}

/** Faults of the server itself, which processes and connections survive. */
export const faultsOfElasticsearch = (url: string, rebuild: Rebuild): Fault[] => [
  readOnly(url),
  lost(url, rebuild),
  interrupted(url, rebuild),
];
