import { afterAll } from "@jest/globals";
import { startProduct, type Product, type ProductOptions } from "./product.ts";

/** The product for a whole test file: call it at the top; it stops automatically. */
export async function startProductForFile(options?: ProductOptions): Promise<Product> {
  const product = await startProduct(options);
  afterAll(() => product.stop(), 60_000);
  return product;
}
