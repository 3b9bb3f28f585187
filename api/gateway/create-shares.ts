import { createFairSlots } from "../../platform/concurrency/fair-slots.ts";
import type { Route, RouteContext } from "../route.ts";
import type { AuthenticatedCaller } from "./authenticator.ts";

type Share = <T>(caller: AuthenticatedCaller, work: () => Promise<T>) => Promise<T>;

/**
 * Each caller's share of this process's concurrent work. Throws RATE_LIMITED or SERVICE_UNAVAILABLE beyond
 * it.
 */
export interface Shares {
  /** The steps of a request that query the database. */
  request<T>(
    route: Pick<Route, "transaction">,
    caller: AuthenticatedCaller,
    work: () => Promise<T>,
  ): Promise<T>;
  /**
   * Requests that hold a connection until the blob store has a file: a slow store must leave connections for all
   * others.
   */
  store: Share;
  /**
   * From the first row of an export to its last byte, which a caller may read slowly: it keeps a file and a
   * client connection open.
   */
  export: Share;
  /** While the rows of an export are being read in one snapshot, which holds a connection to PostgreSQL. */
  read: Share;
}

/** The share of one caller, for transactions that a route begins itself. */
export const shareOf =
  (
    { request, store }: Pick<Shares, "request" | "store">,
    caller: AuthenticatedCaller,
  ): RouteContext["share"] =>
  (transaction, { storesFile = false } = {}) => {
    const work = () => request({}, caller, transaction);
    return storesFile ? store(caller, work) : work();
  };

/** The same time that a request may wait for a connection. */
const REQUESTS = { what: "requests", slots: Infinity, waitingEach: 200, waitMs: 15_000 };
const UPLOADS = { what: "uploads", waitingEach: 200, waitMs: 15_000 };
const EXPORTS = { what: "exports", slots: Infinity, slotsEach: 4, waitingEach: 0, waitMs: 0 };
/** A small part of the connections that all requests share. */
const READS = { what: "exports", slots: 4, slotsEach: 2, waitingEach: 4, waitMs: 10_000 };

/** This many requests may depend on each other. */
const FEWEST = 4;
const PART = 0.4;
/** Of the connections, for all uploads together. */
const STORING_PART = 0.5;

/**
 * Shares for a process with this many connections to PostgreSQL. Requests of one caller may wait for each
 * other, such as changes of one project, and must not hold all connections in the meantime.
 */
export function createShares(connections: number): Shares {
  const slotsEach = Math.max(FEWEST, Math.floor(connections * PART));
  const requests = createFairSlots({ ...REQUESTS, slotsEach });
  const storing = Math.max(1, Math.floor(connections * STORING_PART));
  const uploads = createFairSlots({ ...UPLOADS, slots: storing, slotsEach: Math.ceil(storing / 2) });
  const [exports, reads] = [createFairSlots(EXPORTS), createFairSlots(READS)];
  return {
    // During a sign-in there is no caller yet; and routes with their own transactions wait for other
    // services, and take a share only for a transaction.
    request: ({ transaction }, { actor }, work) =>
      transaction === "own" || actor.id === "" ? work() : requests.run(actor.id, work),
    store: ({ actor }, work) => uploads.run(actor.id, work),
    export: ({ actor }, work) => exports.run(actor.id, work),
    read: ({ actor }, work) => reads.run(actor.id, work),
  };
}
