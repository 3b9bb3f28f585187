import { describe, expect, test } from "@jest/globals";
import { request } from "undici";
import { gunzipSync } from "node:zlib";
import { startProductForFile } from "./support/product-for-file.ts";
import { newProject } from "./support/new-project.ts";

const product = await startProductForFile();
const customer = await product.signIn("customer");

const projectId = await newProject(customer);

/** The response as transmitted. */
async function ask(path: string, headers: Record<string, string> = {}, method: "GET" | "POST" = "GET") {
  const answer = await request(`${product.config.backendUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${customer.token}`, "accept-encoding": "gzip", ...headers },
    ...(method === "POST" && {
      body: JSON.stringify({ name: "K", description: "x".repeat(1_900) }),
    }),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, bytes };
}

describe("a list", () => {
  const path = () => `/api/v1/compliance/controls?project_id=${projectId}&limit=100`;

  test("is compressed if the caller accepts it, with a Vary header for caches", async () => {
    const plain = await ask(path(), { "accept-encoding": "identity" });
    const packed = await ask(path());
    expect(plain.headers).not.toHaveProperty("content-encoding");
    expect(packed.headers).toMatchObject({
      "content-encoding": "gzip",
      vary: expect.stringMatching(/Accept-Encoding/),
    });
    expect(packed.headers["content-length"]).toBe(String(packed.bytes.length));
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
    const dataOf = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { data: object }).data;
    const data = dataOf(gunzipSync(packed.bytes));
    expect(data).toEqual(dataOf(plain.bytes));
  });

  test("is not compressed for other encodings, or when it is short", async () => {
    expect((await ask(path(), { "accept-encoding": "gzip;q=0" })).headers).not.toHaveProperty(
      "content-encoding",
    );
    expect((await ask("/api/v1/projects?search=nothing")).headers).not.toHaveProperty("content-encoding");
  });
});

describe("a response is never compressed", () => {
  test("with a secret", async () => {
    const key = await ask("/api/v1/api-keys", { "content-type": "application/json" }, "POST");
    expect([key.status, key.headers["content-encoding"]]).toEqual([201, undefined]);
  });

  test("with a strong ETag", async () => {
    const { headers, bytes } = await ask(`/api/v1/projects/${projectId}`);
    expect(bytes.length).toBeGreaterThan(2_000);
    expect([typeof headers["etag"], headers["content-encoding"]]).toEqual(["string", undefined]);
  });

  test("as a page with a cookie", async () => {
    const { headers } = await ask("/oauth/authorize?client_id=x");
    expect(headers).not.toHaveProperty("content-encoding");
  });
});
