import { createBenchCaller, type BenchCaller } from "../bench-caller.ts";
import { startBenchProduct, type BenchProduct } from "../start-bench-product.ts";

/** The product in separate processes, with two unrelated customers. */
export interface TwoCallers extends BenchProduct {
  quiet: BenchCaller;
  greedy: BenchCaller;
}

/** Starts API and worker on the configured servers. */
export async function startTwoCallers(): Promise<TwoCallers> {
  const product = await startBenchProduct();
  const caller = () => createBenchCaller(product.api.origin, product.pool);
  try {
    return { ...product, quiet: await caller(), greedy: await caller() };
  } catch (error) {
    await product.stop();
    throw error;
  }
}
