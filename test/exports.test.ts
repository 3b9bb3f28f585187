import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { AuditIntake } from "../domain/audit/audit-intake.entity.ts";
import { newId } from "../platform/ids.ts";
import { auditEntriesOf } from "./support/audit-entries.ts";
import { startProduct, type Product, type SignedIn } from "./support/product.ts";
import { waitFor } from "./support/wait-for.ts";

const PATH = "/api/v1/audit-log/export?action=long";
const CSV = { accept: "text/csv" };

let product: Product;
let admin: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  product = await startProduct();
  admin = await product.signIn("admin");
  other = await product.signIn("admin");
  // More than the buffers between us and a caller hold.
  const rows = Array.from({ length: 600 }, () => ({
    id: newId(),
    occurredAt: new Date(),
    action: "long",
    subjectKind: "project",
    data: { text: "x".repeat(50_000) },
  }));
  await product.orm.em.fork().insertMany(AuditIntake, rows);
  await auditEntriesOf(product, admin);
}, 60_000);
afterAll(() => product.stop());

/** An answer that nobody fetches. */
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

test("a caller has four exports under way, and nobody else has fewer because of them", async () => {
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
