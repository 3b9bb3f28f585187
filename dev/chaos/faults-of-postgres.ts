import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Fault } from "./fault.ts";

const POLL_MS = 100;
/** More than the server permits. */
const CLIENTS = 400;

/** Opens connections until the server refuses, and keeps taking those that become free. */
function exhausted(url: string): Fault {
  let isOver = false;
  let taking: Promise<void> = Promise.resolve();
  let refused = 0;
  const open: Client[] = [];
  const take = async (): Promise<void> => {
    while (!isOver && open.length < CLIENTS) {
      const client = new Client({ connectionString: url });
      client.on("error", () => undefined);
      const isOpen = await client.connect().then(
        () => true,
        () => false,
      );
      if (isOpen) open.push(client);
      else refused += 1;
      if (!isOpen) await sleep(POLL_MS);
    }
  };
  return {
    name: "exhaust connections-of postgres",
    async begin() {
      [isOver, refused] = [false, 0];
      taking = take();
    },
    hasEffect: async () => refused > 0,
    async repair() {
      isOver = true;
      await taking;
      await Promise.all(open.splice(0).map((client) => client.end().catch(() => undefined)));
    },
  };
}

/** A person holds a lock on the table of evidence, as a manual change of its columns does. */
function locked(url: string): Fault {
  let client: Client | null = null;
  return {
    name: "lock evidence-of postgres",
    async begin() {
      client = new Client({ connectionString: url });
      client.on("error", () => undefined);
      await client.connect();
      await client.query("begin");
      await client.query("lock table evidence in access exclusive mode");
    },
    async hasEffect() {
      const found = await client?.query<{ n: number }>(
        "select count(*)::int as n from pg_locks where not granted and relation = 'evidence'::regclass",
      );
      return (found?.rows[0]?.n ?? 0) > 0;
    },
    async repair() {
      await client?.end();
    },
  };
}

/** Faults of the server itself, which processes and connections survive. `url` is the owner's. */
export const faultsOfPostgres = (url: string): Fault[] => [exhausted(url), locked(url)];
