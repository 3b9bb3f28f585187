import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Pool } from "pg";
import { newId } from "../platform/ids.ts";
import { keyHeaders } from "./support/api-keys.ts";
import { startProduct, type Product } from "./support/product.ts";
import { addEvidence } from "./support/search-database.ts";
import { waitFor } from "./support/wait-for.ts";

type SignedIn = Awaited<ReturnType<Product["signIn"]>>;

let product: Product;
let admin: SignedIn;
/** Connects as the owner of the tables. */
let pool: Pool;
let projectId: string;

beforeAll(async () => {
  product = await startProduct({ parts: ["retrieval"] });
  pool = new Pool({ connectionString: product.config.DATABASE_URL, max: 1 });
  admin = await product.signIn("admin");
  const created = await admin.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" });
  projectId = created.data.id;
  const { rows } = await pool.query<{ id: string }>("select id from controls where project_id = $1 limit 1", [
    projectId,
  ]);
  // The search service listens at once, and loads its model in the background.
  await waitFor(
    () => admin.get("/api/v1/retrieval/ready"),
    ({ status }) => status === 200,
  );
  await addEvidence(pool, { projectId, controlId: rows[0]!.id, title: "A file", texts: ["Some text"] });
});
afterAll(async () => {
  await pool.end();
  await product.stop();
});

/** Replaces the policy of a table while the work runs. */
async function whilePolicySays(table: string, says: string, work: () => Promise<void>): Promise<void> {
  const name = `${table}_of_caller`;
  const { rows } = await pool.query<{ qual: string }>("select qual from pg_policies where policyname = $1", [
    name,
  ]);
  await pool.query(`alter policy ${name} on ${table} using (${says})`);
  try {
    await work();
  } finally {
    await pool.query(`alter policy ${name} on ${table} using (${rows[0]!.qual})`);
  }
}

describe("row-level security binds", () => {
  test("the API: rows without a policy are invisible, even for an admin", async () => {
    const read = () => admin.send("GET", `/api/v1/projects/${projectId}`);
    expect((await read()).status).toBe(200);
    await whilePolicySays("projects", "false", async () => expect((await read()).status).toBe(404));
    expect((await read()).status).toBe(200);
  });

  test("a caller's own keys, but not the service that authenticates keys", async () => {
    const headers = await keyHeaders(admin, { scopes: ["read"] });
    const listed = async (): Promise<number> => {
      const response = await fetch(`${product.config.backendUrl}/api/v1/api-keys`, { headers });
      return ((await response.json()) as { data: { api_keys: [] } }).data.api_keys.length;
    };
    expect(await listed()).toBe(1);
    await whilePolicySays("api_keys", "false", async () => expect(await listed()).toBe(0));
  });

  test("the search service: rows without a policy are not counted", async () => {
    const total = async (): Promise<unknown> => {
      const response = await admin.send("GET", "/api/v1/retrieval/stats");
      expect(response.status).toBe(200);
      return (response.data as { total_chunks: number }).total_chunks;
    };
    expect(await total()).toBe(1);
    await whilePolicySays("evidence_chunks", "false", async () => expect(await total()).toBe(0));
  });

  test("the search service reading a passage: within the project that the backend confirmed", async () => {
    const chunks = await pool.query<{ id: string }>("select id from evidence_chunks");
    const body = { chunk_id: chunks.rows[0]!.id, user_id: admin.id, context_window: 1 };
    const context = () => admin.send("POST", "/api/v1/retrieval/context", body);
    const searching = (project: string): string =>
      `current_setting('compliance.sees', true) in ('all', '${project}')`;
    for (const [project, status] of [
      [projectId, 200],
      [newId(), 404],
    ] as const)
      await whilePolicySays("evidence_chunks", searching(project), async () =>
        expect((await context()).status).toBe(status),
      );
  });
});
