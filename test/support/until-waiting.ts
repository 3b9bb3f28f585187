import type { Product } from "./product.ts";
import { waitFor } from "./wait-for.ts";

const WAITING = `
  select count(distinct pid)::int as n from pg_locks join pg_stat_activity using (pid)
  where not granted and datname = current_database()`;

/** Resolves when this many transactions of the product wait for a lock. */
export const untilWaiting = ({ orm }: Pick<Product, "orm">, count: number): Promise<unknown> =>
  waitFor(
    () => orm.em.fork().execute<{ n: number }[]>(WAITING),
    ([row]) => row!.n >= count,
  );
