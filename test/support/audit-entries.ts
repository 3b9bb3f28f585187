import { chainAudit } from "../../domain/audit-log/chain-audit.ts";
import type { Product, SignedIn } from "./product.ts";

export interface Entry {
  position: number;
  id: string;
  actor_id: string | null;
  actor_role: string | null;
  credential: string | null;
  address: string | null;
  action: string;
  subject_kind: string;
  subject_id: string | null;
  project_id: string | null;
  request_id: string | null;
  data: Record<string, unknown>;
}

/** The caller's view of the audit log, oldest first, after all waiting records were chained. */
export async function auditEntriesOf(
  { orm }: Pick<Product, "orm">,
  by: SignedIn,
  query: Record<string, string> = {},
): Promise<Entry[]> {
  while ((await chainAudit(orm.em)) > 0);
  const search = new URLSearchParams({ limit: "100", sort: "position", order: "asc", ...query });
  const { status, data } = await by.get(`/api/v1/audit-log?${search.toString()}`);
  if (status !== 200) throw new Error(`the audit log answered ${status}`);
  return data.entries;
}
