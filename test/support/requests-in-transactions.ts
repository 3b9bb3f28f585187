import { subscribe, unsubscribe, type ChannelListener } from "node:diagnostics_channel";
import { TransactionContext } from "@mikro-orm/core";
import type { Orm } from "../../platform/database/orm.ts";

/** How undici announces a request. */
type Announced = { request: { origin: string | URL; method: string; path: string } };

/**
 * Watches for requests to other servers from within a transaction of the database: it would keep a connection, and
 * its locks, for as long as the other server takes. The blob store is an exception (`storesFile`), and does not use
 * undici. A test may hold rows with its own connections while it calls the product.
 */
export function watchRequestsInTransactions(ofTest: Orm): { stop(): void } {
  const found = new Set<string>();
  const note: ChannelListener = (message) => {
    const em = TransactionContext.currentTransactionContext()?.em;
    if (em?.isInTransaction() !== true || em.getDriver() === ofTest.em.getDriver()) return;
    const { origin, method, path } = (message as Announced).request;
    found.add(`${method} ${String(origin)}${path.replace(/\?.*$/, "")}`);
  };
  subscribe("undici:request:create", note);
  return {
    /** Throws if there were any. */
    stop() {
      unsubscribe("undici:request:create", note);
      if (found.size > 0) throw new Error(`Requests within a transaction: ${[...found].join(", ")}`);
    },
  };
}
