import { ECOMMERCE } from "./industries/ecommerce.data.ts";
import { FINANCE } from "./industries/finance.data.ts";
import { HEALTHCARE } from "./industries/healthcare.data.ts";
import { MANUFACTURING } from "./industries/manufacturing.data.ts";
import { SAAS } from "./industries/saas.data.ts";
import type { Industry } from "./industry.ts";

/** Industries with specific texts. */
export const INDUSTRIES: readonly Industry[] = [HEALTHCARE, FINANCE, SAAS, ECOMMERCE, MANUFACTURING];
