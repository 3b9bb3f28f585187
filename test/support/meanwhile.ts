import { setTimeout as sleep } from "node:timers/promises";
import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import type { Product } from "./product.ts";

/** Locks the row of the evidence while `ask` is running, and then lets someone else change it. */
export async function meanwhile<T>(
  { orm }: Product,
  id: string,
  ask: () => Promise<T>,
  then: Partial<Evidence>,
): Promise<T> {
  const asked = await orm.em.fork().transactional(async (em) => {
    await em.execute("select 1 from evidence where id = ? for update", [id]);
    const answer = ask();
    await sleep(500);
    if (Object.keys(then).length > 0) await em.nativeUpdate(Evidence, { id }, then);
    return { answer };
  });
  return asked.answer;
}
