import { describe, expect, test } from "@jest/globals";
import { loadConfig } from "../platform/config.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const ORIGIN = "https://app.example.com";
const OTHER = "http://localhost:5173";

const product = await startProductForFile({ environment: { CORS_ORIGINS: `${ORIGIN}, ${OTHER}` } });
const customer = await product.signIn("customer");

const allowed = (response: { headers: Headers }) => response.headers.get("access-control-allow-origin");
const get = (path: string, origin: string) =>
  customer.fetch(path, { headers: { origin }, redirect: "manual" });
const preflight = (path: string, origin: string, method = "PUT") =>
  product.anonymous.fetch(path, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": method,
      "access-control-request-headers": "authorization,content-type",
    },
  });

describe("an origin on the list", () => {
  test.each([ORIGIN, OTHER])("%s may read responses and our headers", async (origin) => {
    const response = await get("/api/v1/users/me", origin);
    expect([response.status, allowed(response)]).toEqual([200, origin]);
    expect(response.headers.get("vary")).toContain("Origin");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    const exposed = response.headers.get("access-control-expose-headers")!.split(", ");
    for (const name of ["X-RateLimit-Limit", "RateLimit", "X-Request-Id", "ETag", "Retry-After", "Location"])
      expect(exposed).toContain(name);
  });

  test("may read refusals too, from any layer", async () => {
    for (const path of ["/api/v1/nowhere", "/api/v1/projects?limit=0"])
      expect(allowed(await get(path, ORIGIN))).toBe(ORIGIN);
    const response = await product.anonymous.fetch("/api/v1/users/me", { headers: { origin: ORIGIN } });
    expect([response.status, allowed(response)]).toEqual([401, ORIGIN]);
  });

  test("is answered before authentication, with what it may send for ten minutes", async () => {
    const response = await preflight("/api/v1/projects/01a1fdb9-0000-7000-8000-000000000000", ORIGIN);
    expect([response.status, allowed(response)]).toEqual([204, ORIGIN]);
    expect(response.headers.get("access-control-allow-methods")).toContain("PUT");
    const headers = response.headers.get("access-control-allow-headers")?.split(", ");
    expect(headers).toEqual(expect.arrayContaining(["Authorization", "X-User-Id", "X-User-Role"]));
    expect(response.headers.get("access-control-max-age")).toBe("600");
  });

  test("counts towards the limit with its preflights", async () => {
    const left = async () =>
      Number((await preflight("/api/v1/projects", ORIGIN)).headers.get("x-ratelimit-remaining"));
    const first = await left();
    expect(first).toBeGreaterThan(0);
    // A new minute may start in between.
    expect([first - 1, 999]).toContain(await left());
  });

  test("may use the OAuth endpoints that browser applications need", async () => {
    for (const path of ["/oauth/token", "/oauth/revoke", "/.well-known/jwks.json"])
      expect(allowed(await preflight(path, ORIGIN, "POST"))).toBe(ORIGIN);
  });
});

describe("our own pages", () => {
  test.each(["/oauth/authorize", "/device", "/docs/", "/oauth/introspect"])(
    "%s is open to no other origin",
    async (path) => {
      for (const response of [await get(path, ORIGIN), await preflight(path, ORIGIN, "GET")])
        for (const name of response.headers.keys()) expect(name).not.toMatch(/^access-control-/);
    },
  );
});

describe("any other origin", () => {
  test.each([
    "null",
    "https://evil.example",
    "https://app.example.com.evil.example",
    "https://evilapp.example.com",
    "https://sub.app.example.com",
    "https://app.example.com:8443",
    "http://app.example.com",
    "https://APP.example.com",
    "https://app.example.com/",
    "*",
  ])("%s gets no CORS headers", async (origin) => {
    for (const response of [
      await get("/api/v1/users/me", origin),
      await preflight("/api/v1/users/me", origin),
    ])
      for (const name of response.headers.keys()) expect(name).not.toMatch(/^access-control-/);
  });

  test("changes nothing without an Origin, and OPTIONS still lists the methods", async () => {
    const response = await product.anonymous.fetch("/api/v1/projects", { method: "OPTIONS" });
    expect([response.status, response.headers.get("allow")]).toEqual([204, "GET, POST, HEAD, OPTIONS"]);
    expect(allowed(response)).toBeNull();
  });
});

describe("the list", () => {
  test.each(["*", "null", "https://app.example.com/", "https://*.example.com", "app.example.com", "file://"])(
    "refuses %s",
    (origin) => {
      expect(() => loadConfig({ NODE_ENV: "test", CORS_ORIGINS: `${ORIGIN},${origin}` })).toThrow(
        /CORS_ORIGINS/,
      );
    },
  );

  test("is empty by default", () => {
    expect(loadConfig({ NODE_ENV: "test" }).CORS_ORIGINS).toEqual([]);
  });
});
