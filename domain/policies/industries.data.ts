import { ECOMMERCE } from "./industries/ecommerce.data.ts";
import { FINANCE } from "./industries/finance.data.ts";
import { HEALTHCARE } from "./industries/healthcare.data.ts";
import { MANUFACTURING } from "./industries/manufacturing.data.ts";
import { SAAS } from "./industries/saas.data.ts";
import type { Industry } from "./industry.ts";

/** Lines of business whose demands are known. */
export const INDUSTRIES: readonly Industry[] = [HEALTHCARE, FINANCE, SAAS, ECOMMERCE, MANUFACTURING];
