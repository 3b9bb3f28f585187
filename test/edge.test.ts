import { describe, expect, test } from "@jest/globals";
import { connect } from "node:net";
import { once } from "node:events";
import { startProductForFile } from "./support/product-for-file.ts";
import { wholePaths } from "../dev/fuzz/whole-paths.ts";

const product = await startProductForFile();
const customer = await product.signIn("customer");

const RATE_HEADERS = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

describe("every response", () => {
  const calls: [string, number, () => Promise<{ status: number; headers: Headers; body: unknown }>][] = [
    ["success", 200, () => customer.get("/api/v1/users/me")],
    ["bad input", 400, () => customer.get("/api/v1/projects?limit=0")],
    ["no credentials", 401, () => product.anonymous.get("/api/v1/users/me")],
    ["an unknown id", 404, () => customer.get("/api/v1/projects/01a1fdb9-0000-7000-8000-000000000000")],
    ["an unknown path", 404, () => customer.get("/api/v1/nowhere")],
    ["a wrong method", 405, () => customer.send("PATCH", "/api/v1/projects", {})],
    [
      "a wrong media type",
      415,
      () => customer.send("POST", "/api/v1/projects", { name: "x" }, { "content-type": "text/plain" }),
    ],
    [
      "a body that is too large",
      413,
      () => customer.send("POST", "/api/v1/projects", { name: "x".repeat(1_100_000) }),
    ],
  ];

  test.each(calls)(
    "to %s has the envelope, the request id and the rate headers",
    async (_name, status, call) => {
      const answer = await call();
      expect(answer.status).toBe(status);
      const body = answer.body as Record<string, unknown>;
      expect(body["success"]).toBe(status === 200);
      expect(body["request_id"]).toBe(answer.headers.get("x-request-id"));
      expect(Date.parse(body["timestamp"] as string)).not.toBeNaN();
      expect("error" in body).toBe(status !== 200);
      for (const name of RATE_HEADERS) expect(answer.headers.get(name)).toMatch(/^\d+$/);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    },
  );

  test("lists the supported methods for an unsupported one", async () => {
    expect((await customer.send("DELETE", "/api/v1/projects")).headers.get("allow")).toBe(
      "GET, POST, HEAD, OPTIONS",
    );
  });

  test("refuses a body without a media type", async () => {
    const body = new Blob([JSON.stringify({ name: "x", framework: "soc2" })]);
    const answer = await customer.fetch("/api/v1/projects", { method: "POST", body });
    expect([answer.status, answer.headers.get("x-request-id")]).toEqual([415, expect.any(String)]);
  });

  test.each(["null", '"x"', "7"])("reports that a body of %s must be an object", async (body) => {
    const headers = { "content-type": "application/json" };
    const answer = await customer.fetch("/api/v1/projects", { method: "POST", body, headers });
    const { error } = (await answer.json()) as { error: { message: string } };
    expect([answer.status, error.message]).toEqual([400, expect.stringContaining("must be an object")]);
  });

  test("does not accept writes to the API description", async () => {
    const answer = await customer.send("POST", "/openapi.json", {});
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test("reports malformed JSON as a validation error", async () => {
    const response = await customer.fetch("/api/v1/projects", {
      method: "POST",
      body: "{",
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: "VALIDATION_ERROR", details: { field: "body" } },
    });
  });

  test("keeps a valid request id of the caller, and replaces others", async () => {
    const kept = await customer.get("/api/health", { "x-request-id": "caller-0001" });
    expect(kept.headers.get("x-request-id")).toBe("caller-0001");
    const replaced = await customer.get("/api/health", { "x-request-id": "no spaces allowed" });
    expect(replaced.headers.get("x-request-id")).not.toBe("no spaces allowed");
  });

  test("lists all problems of a body, the first one in front", async () => {
    const { body } = await customer.send("POST", "/api/v1/projects", {
      name: "",
      framework: 7,
      surprise: true,
    });
    const errors = body.error.details["errors"] as { field: string }[];
    expect(body.error.details["field"]).toBe(errors[0]!.field);
    expect(errors.map((error) => error.field).toSorted()).toEqual(["framework", "name", "surprise"]);
  });
});

describe("odd input is a client error", () => {
  const queries = [
    "search=%00",
    "search=a%00b",
    "search_fields=,",
    "search=x&search_fields=",
    "created_after=0000-01-01",
    "created_after=0001-01-01T00:00:00%2B01:00",
    "created_before=9999-12-31T23:59:59-01:00",
    "page=1&page=2",
    "page=99999999999999999999",
    "limit=1e400",
    "sort=__proto__",
  ];
  test.each(queries)("GET /api/v1/projects?%s", async (query) => {
    const { status, body } = await customer.get(`/api/v1/projects?${query}`);
    expect([status, body.error?.code]).toEqual([400, "VALIDATION_ERROR"]);
  });

  const bodies: [string, string][] = [
    ["a NUL character", String.raw`{"name":"a\u0000b","framework":"soc2"}`],
    ["half a surrogate pair", String.raw`{"name":"a\ud800b","framework":"soc2"}`],
    ["the year 0", `{"name":"a","framework":"soc2","period_start":"0000-01-01"}`],
    ["a reserved key", `{"name":"a","framework":"soc2","__proto__":{"demo":true}}`],
    ["nesting without end", `{"name":${"[".repeat(200_000)}${"]".repeat(200_000)}}`],
    ["no object", `[]`],
    ["nothing", `null`],
  ];
  test.each(bodies)("POST /api/v1/projects with %s", async (_what, body) => {
    const headers = { "content-type": "application/json" };
    const response = await customer.fetch("/api/v1/projects", { method: "POST", headers, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
  });

  test.each(["/api/v1/projects/%", "/api/v1/projects/%00", "/api/v1/projects/%ff", "/oauth/token/%"])(
    "GET %s",
    async (path) => {
      expect([400, 404]).toContain((await customer.fetch(path)).status);
    },
  );

  test("a NUL character in a form is refused", async () => {
    const response = await product.anonymous.fetch("/oauth/token", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=authorization_code&client_id=%00&code=%00",
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_request" });
  });

  test("bytes that are not UTF-8 are refused", async () => {
    expect((await customer.get("/api/v1/projects?search=%ff%fe")).status).toBe(400);
  });
});

describe("the rate limit", () => {
  test("counts per caller, and refuses with RATE_LIMITED and Retry-After", async () => {
    const busy = await product.signIn("customer");
    const other = await product.signIn("customer");
    const statuses: number[] = [];
    // The limit is 1,000 per minute; a window may end in between, so up to twice as many.
    for (let sent = 0; sent < 2_000 && !statuses.includes(429); sent += 50) {
      statuses.push(
        ...(await Promise.all(
          Array.from(
            { length: 50 },
            async () => (await busy.get("/.well-known/oauth-authorization-server")).status,
          ),
        )),
      );
    }
    const refused = await busy.get("/.well-known/oauth-authorization-server");
    expect(refused.status).toBe(429);
    expect(refused.body.error.code).toBe("RATE_LIMITED");
    expect(refused.body.error.details).toMatchObject({
      limit: 1000,
      remaining: 0,
      reset_time: expect.stringMatching(/Z$/),
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await other.get("/.well-known/oauth-authorization-server")).status).toBe(200);
  });
});

describe("the description", () => {
  test("is OpenAPI 3.1 and lists exactly the mounted routes, each with an access rule", async () => {
    const { body: document } = await product.anonymous.get("/openapi.json");
    const paths = wholePaths<Record<string, { description: string }>>(document);
    expect(document).toMatchObject({
      openapi: "3.1.0",
      servers: [{ url: expect.stringMatching(/\/api\/v1$/) }],
    });
    expect(paths["/api/v1/evidence/{id}/file"]).toHaveProperty("get");
    for (const operations of Object.values(paths)) {
      for (const { description } of Object.values(operations))
        expect(description).toMatch(/^(Open to everyone|Requires the scope|Access rule)/);
    }
    // The search service has its own routes and does not run here.
    const ours = Object.keys(paths).filter((path) => !path.startsWith("/api/v1/retrieval/"));
    for (const path of ours) {
      const url = path.replaceAll(/\{\w+\}/g, "01a1fdb9-0000-7000-8000-000000000000");
      expect((await customer.fetch(url, { method: "OPTIONS" })).status).toBe(204);
    }
  });

  test("has a page that loads nothing from other hosts", async () => {
    const page = await (await product.anonymous.fetch("/docs/")).text();
    expect(page).toContain("swagger-ui");
    expect(page).not.toMatch(/(src|href)="https?:/);
    const initializer = await (await product.anonymous.fetch("/docs/swagger-initializer.js")).text();
    expect(initializer).toContain("validatorUrl: null");
  });

  test("is the only page with inline styles", async () => {
    const policyOf = async (path: string) =>
      (await product.anonymous.fetch(path)).headers.get("content-security-policy");
    expect(await policyOf("/docs/")).toContain("style-src 'self' 'unsafe-inline'");
    const ofData = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";
    for (const path of ["/api/health", "/api/v1/nowhere", "/openapi.json"])
      expect(await policyOf(path)).toBe(ofData);
  });
});

describe("the console's pages", () => {
  const open = (path: string) =>
    product.anonymous.fetch(path, { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });

  test.each(["/", "/sign-in", "/projects/x/controls", "/no/such/page"])("are served at %s", async (path) => {
    const answer = await open(path);
    const policy = answer.headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain("unsafe");
  });

  test("start at the printed address for every client that accepts them", async () => {
    const answer = await product.anonymous.fetch("/", { headers: { accept: "*/*" } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const json = await product.anonymous.fetch("/", { headers: { accept: "application/json" } });
    expect(json.status).toBe(404);
  });

  test("are not served on API paths, and not to callers who accept JSON", async () => {
    expect((await open("/api/v1/nowhere")).headers.get("content-type")).toContain("application/json");
    expect((await product.anonymous.get("/projects")).status).toBe(404);
    expect((await product.anonymous.send("POST", "/projects", {})).status).toBe(404);
  });
});

test("an unfinished request does not delay others", async () => {
  const socket = connect(product.config.PORT, "127.0.0.1");
  await once(socket, "connect");
  socket.write("POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
  expect((await product.anonymous.get("/api/health")).status).toBe(200);
  socket.destroy();
});
