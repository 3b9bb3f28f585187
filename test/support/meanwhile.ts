import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import type { Product } from "./product.ts";
import { untilWaiting } from "./until-waiting.ts";

/** Locks the row of the evidence until all of `asks` wait for it, and then lets someone else change it. */
export async function meanwhile<T>(
  product: Product,
  id: string,
  asks: readonly (() => Promise<T>)[],
  then: Partial<Evidence> = {},
): Promise<T[]> {
  const { answers } = await product.orm.em.fork().transactional(async (em) => {
    await em.execute("select 1 from evidence where id = ? for update", [id]);
    const pending = asks.map((ask) => ask());
    await untilWaiting(product, asks.length);
    if (Object.keys(then).length > 0) await em.nativeUpdate(Evidence, { id }, then);
    return { answers: pending };
  });
  return Promise.all(answers);
}
