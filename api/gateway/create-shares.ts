import { createFairSlots } from "../../platform/fair-slots.ts";
import type { Route } from "../route.ts";
import type { Caller } from "./authenticator.ts";

type Share = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;

/** What each caller has of the work that this process does at once. RATE_LIMITED or SERVICE_UNAVAILABLE beyond it. */
export interface Shares {
  /** The steps of a request that ask the database. */
  request<T>(route: Pick<Route, "transaction">, caller: Caller, work: () => Promise<T>): Promise<T>;
  /** From the first row of an export to its last byte, which a caller may fetch slowly: it keeps a file, and a connection of theirs, open. */
  export: Share;
  /** While rows of one moment are read for an export, which keeps a connection to PostgreSQL. */
  read: Share;
}

/** As long as a request may wait for a connection. */
const REQUESTS = { what: "requests", slots: Infinity, waitingEach: 200, waitMs: 15_000 };
const EXPORTS = { what: "exports", slots: Infinity, slotsEach: 4, waitingEach: 0, waitMs: 0 };
/** Few of the connections that all requests share. */
const READS = { what: "exports", slots: 4, slotsEach: 2, waitingEach: 4, waitMs: 10_000 };

/** So many may belong together, and wait for each other. */
const FEWEST = 4;
const PART = 0.4;

/**
 * Shares for a process with so many connections to PostgreSQL. The requests of one caller may wait for each other, as changes
 * of one project do, and must not keep all connections meanwhile.
 */
export function createShares(connections: number): Shares {
  const slotsEach = Math.max(FEWEST, Math.floor(connections * PART));
  const requests = createFairSlots({ ...REQUESTS, slotsEach });
  const [exports, reads] = [createFairSlots(EXPORTS), createFairSlots(READS)];
  return {
    // Whoever signs in is nobody yet; and what manages its transactions itself waits for others, not for the database.
    request: ({ transaction }, { actor }, work) =>
      transaction === "own" || actor.id === "" ? work() : requests.run(actor.id, work),
    export: ({ actor }, work) => exports.run(actor.id, work),
    read: ({ actor }, work) => reads.run(actor.id, work),
  };
}
