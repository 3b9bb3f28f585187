import { expect, test } from "@jest/globals";
import { chainAudit } from "../domain/audit-log/chain-audit.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { waitFor } from "./support/wait-for.ts";

const PATH = "/api/v1/audit-log/export?action=long";
const CSV = { accept: "text/csv" };

const product = await startProductForFile();
const admin = await product.signIn("admin");
const other = await product.signIn("admin");

// More than the buffers between server and caller can hold.
await product.orm.em.fork().execute(`insert into audit_intake (id, occurred_at, action, subject_kind, data)
  select gen_random_uuid(), now(), 'long', 'project', jsonb_build_object('text', repeat('x', 50000))
    from generate_series(1, 500)`);
while ((await chainAudit(product.orm.em)) > 0);

/** A response that is not read. */
async function open(by: SignedIn): Promise<Response> {
  const response = await by.fetch(PATH);
  expect(response.status).toBe(200);
  return response;
}

const inTransaction = (): Promise<{ count: string }[]> =>
  product.orm.em
    .fork()
    .execute(
      "select count(*) from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()",
    );

test("a caller may run four exports, without affecting others", async () => {
  const held = [await open(admin), await open(admin), await open(admin), await open(admin)];
  const refused = await admin.get(PATH);
  expect([refused.status, refused.body.error.code]).toEqual([429, "RATE_LIMITED"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await admin.get("/api/v1/projects", CSV)).status).toBe(429);
  expect((await admin.get("/api/v1/projects")).status).toBe(200);
  expect((await other.fetch("/api/v1/projects", { headers: CSV })).status).toBe(200);
  held.push(await open(other));
  await waitFor(inTransaction, ([row]) => row?.count === "0", 10_000);
  await held[0]!.body?.cancel();
  const after = await waitFor(
    () => admin.fetch("/api/v1/projects", { headers: CSV }),
    ({ status }) => status === 200,
    10_000,
  );
  expect(after.headers.get("content-length")).toBe(String((await after.arrayBuffer()).byteLength));
  for (const response of held) if (response.body?.locked === false) await response.body.cancel();
});
