import { startProduct, type Product, type ProductOptions } from "./product.ts";
import { stopAfterAll } from "./stop-after-all.ts";

/** The product for a whole test file: call it at the top; it stops automatically. */
export const startProductForFile = (options?: ProductOptions): Promise<Product> =>
  stopAfterAll(startProduct(options));
