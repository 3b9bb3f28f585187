import { StackError } from "../stack/stack-error.ts";
import type { RunningN8n } from "./start-n8n.ts";
import type { Call, TestedProduct } from "../tested-product/start-product.ts";
import type { CredentialReference } from "./workflows.ts";

/** Shared by the checks. */
export interface Stage {
  product: TestedProduct;
  n8n: RunningN8n;
  admin: Call;
  customer: Call;
  /** A customer's key in n8n. */
  credential: CredentialReference;
  apiKey: string;
}

export interface Check {
  name: string;
  run(stage: Stage): Promise<void>;
}

/** Fails a check with the actual value. */
export function expect(holds: boolean, what: string, seen: unknown): void {
  if (!holds) throw new StackError(`Expected ${what}, but got ${JSON.stringify(seen)}`);
}

/** Stores a customer's key in n8n, as users do on n8n's credentials page. */
export async function setStage(product: TestedProduct, n8n: RunningN8n): Promise<Stage> {
  const [admin, customer] = [await product.as("admin"), await product.as("customer")];
  const scopes = ["read", "write", "webhook"];
  const { api_key: key } = await customer("POST", "/api/v1/api-keys", { name: "n8n", scopes });
  const data = { baseUrl: product.url, apiKey: key };
  const kept = (await n8n.rest("POST", "/credentials", { name: "Ours", type: "complianceApi", data })) as {
    id: string;
    name: string;
  };
  return { product, n8n, admin, customer, credential: { id: kept.id, name: kept.name }, apiKey: String(key) };
}
