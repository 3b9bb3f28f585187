import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  DEVICE_GRANT,
  clientProblem,
  isRegisteredRedirectUri,
  parseScope,
  redirectUriProblem,
  type ClientFacts,
} from "../../domain/identity/oauth-client.rules.ts";
import { narrowScopes } from "../../domain/users/user.rules.ts";
import { webAddressProblem } from "../../domain/web-address.rules.ts";

describe("a web address for secrets", () => {
  test.each([
    ["https://app.example.com"],
    ["https://app.example.com:8443/a/b?c=d"],
    ["http://localhost"],
    ["http://localhost:3000/back"],
    ["http://127.0.0.1:3000/back"],
    ["http://[::1]:3000/back"],
    ["http://127.77.0.1:3000/back"],
    ["http://127.1"],
    ["https://xn--bcher-kva.example/"],
  ])("may be %s", (text) => expect(webAddressProblem(text)).toBeNull());

  test.each([
    ["", /complete https/],
    ["app.example.com", /complete https/],
    ["//app.example.com", /complete https/],
    ["ftp://app.example.com", /complete https/],
    ["javascript:alert(1)", /complete https/],
    ["HTTPS://app.example.com", /complete https/],
    ["https://", /complete https/],
    ["https://bücher.example", /complete https/],
    ["https://app.example.com/a b", /complete https/],
    ["https://app.example.com/\n", /complete https/],
    ["https://app.example.com:99999", /complete https/],
    ["https://app.example.com#part", /fragment/],
    ["https://app.example.com/#", /fragment/],
    ["https://user@app.example.com", /user name/],
    ["https://:password@app.example.com", /user name/],
    ["http://app.example.com", /use https/],
    ["http://128.0.0.1", /use https/],
    ["http://127.example.com", /use https/],
    ["http://10.0.0.1", /use https/],
    ["http://localhost.example.com", /use https/],
    ["http://127.0.0.1.example.com", /use https/],
    ["http://[::2]", /use https/],
  ])("cannot be %j", (text, problem) => expect(webAddressProblem(text)).toMatch(problem));
});

describe("a redirect URI", () => {
  test.each([
    ["https://app.example.com/*", /wildcards/],
    ["https://*.example.com/back", /wildcards/],
    ["https://app.example.com\\back", /wildcards/],
    ["https://app.example.com/?code=1", /in the query/],
    ["https://app.example.com/?a=b&state=1", /in the query/],
    ["https://app.example.com/?iss=1", /in the query/],
    ["https://app.example.com/?error", /in the query/],
    ["https://app.example.com/?%63ode=1", /in the query/],
    ["http://app.example.com/", /use https/],
  ])("cannot be %s", (uri, problem) => expect(redirectUriProblem(uri)).toMatch(problem));

  test.each([["https://app.example.com/?codes=1"], ["https://app.example.com/code?tenant=a"]])(
    "may be %s",
    (uri) => expect(redirectUriProblem(uri)).toBeNull(),
  );

  const registered = ["https://app.example.com/back", "http://127.0.0.1/back", "http://[::1]/back"];
  const isKnown = (type: ClientFacts["type"], uri: string) =>
    isRegisteredRedirectUri({ type, redirectUris: registered }, uri);

  test.each([
    ["https://app.example.com/back/"],
    ["https://app.example.com/back?x=1"],
    ["https://app.example.com/BACK"],
    ["https://app.example.com:443/back"],
    ["https://app.example.com/back/../evil"],
    ["https://app.example.com.evil.example/back"],
    ["http://localhost:3000/back"],
    ["http://127.0.0.2:3000/back"],
    ["http://127.0.0.1:3000/back/more"],
    ["http://127.0.0.1:3000"],
    ["http://127.0.0.1:/back"],
    ["https://127.0.0.1:3000/back"],
    ["not a uri"],
    [""],
  ])("%j is not registered", (uri) => {
    for (const type of ["public", "confidential"] as const) expect(isKnown(type, uri)).toBe(false);
  });

  test.each(registered)("%s is registered for both types of clients", (uri) => {
    for (const type of ["public", "confidential"] as const) expect(isKnown(type, uri)).toBe(true);
  });

  test("on a loopback address may have any port, for a public client", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 65_535 }), (port) => {
        for (const host of ["127.0.0.1", "[::1]"]) {
          expect(isKnown("public", `http://${host}:${port}/back`)).toBe(true);
          expect(isKnown("confidential", `http://${host}:${port}/back`)).toBe(false);
        }
      }),
    );
  });

  test("with a registered port is valid with this port only", () => {
    const client = { type: "public", redirectUris: ["http://127.0.0.1:3000/back"] } as const;
    expect(isRegisteredRedirectUri(client, "http://127.0.0.1:3000/back")).toBe(true);
    expect(isRegisteredRedirectUri(client, "http://127.0.0.1:3001/back")).toBe(false);
    expect(isRegisteredRedirectUri(client, "http://127.0.0.1/back")).toBe(false);
  });

  test("of a loopback address without a path is matched without a path", () => {
    const client = { type: "public", redirectUris: ["http://127.0.0.1"] } as const;
    expect(isRegisteredRedirectUri(client, "http://127.0.0.1:3000")).toBe(true);
    expect(isRegisteredRedirectUri(client, "http://127.0.0.1:3000/back")).toBe(false);
  });
});

describe("the registration of a client", () => {
  const client = (change: Partial<ClientFacts> = {}): ClientFacts => ({
    type: "public",
    redirectUris: ["https://app.example.com/back"],
    grants: ["authorization_code", "refresh_token"],
    requirePkce: true,
    ...change,
  });

  test.each<[string, Partial<ClientFacts>]>([
    ["a public client with PKCE", {}],
    ["a confidential client without PKCE", { type: "confidential", requirePkce: false }],
    ["a service", { type: "confidential", grants: ["client_credentials"], redirectUris: [] }],
    ["a device", { grants: [DEVICE_GRANT], redirectUris: [] }],
  ])("may be %s", (_name, change) => expect(clientProblem(client(change))).toBeNull());

  test.each<[string, Partial<ClientFacts>, string]>([
    [
      "with a second redirect URI that is invalid",
      { redirectUris: ["https://a.example", "http://b.example"] },
      "redirect_uris.1",
    ],
    ["for codes without a redirect URI", { redirectUris: [] }, "redirect_uris"],
    ["of a public client that acts for itself", { grants: ["client_credentials"] }, "grants"],
    ["of a public client without PKCE", { requirePkce: false }, "require_pkce"],
    [
      "of a public client without PKCE for devices",
      { grants: [DEVICE_GRANT], requirePkce: false },
      "require_pkce",
    ],
  ])("cannot be one %s", (_name, change, field) =>
    expect(clientProblem(client(change))).toMatchObject({ field }),
  );
});

describe("a list of scopes", () => {
  test.each<[string, string[] | null]>([
    ["read", ["read"]],
    ["read write", ["read", "write"]],
    ["write read write", ["write", "read"]],
    ["READ read", ["READ", "read"]],
    ["", null],
    [" ", null],
    [" read", null],
    ["read ", null],
    ["read  write", null],
    ["read\twrite", null],
    ['re"ad', null],
    ["re\\ad", null],
    ["lesen-ü", null],
  ])("%j is %j", (text, scopes) => expect(parseScope(text)).toEqual(scopes));

  test("contains each scope of the text once, in its order", () => {
    const scopes = fc.array(fc.constantFrom("read", "write", "admin", "audit", "webhook"), { minLength: 1 });
    fc.assert(fc.property(scopes, (all) => expect(parseScope(all.join(" "))).toEqual([...new Set(all)])));
  });

  const sets = fc.subarray(["read", "write", "admin", "audit", "webhook"]);

  test("is never wider than any of its limits, and loses nothing that all allow", () => {
    fc.assert(
      fc.property(sets, fc.array(sets), (wanted, limits) => {
        const narrowed = narrowScopes(wanted, ...limits);
        for (const scope of wanted)
          expect(narrowed.includes(scope)).toBe(limits.every((limit) => limit.includes(scope)));
        expect(narrowed.every((scope) => wanted.includes(scope))).toBe(true);
        expect(narrowScopes(narrowed, ...limits)).toEqual(narrowed);
      }),
    );
  });

  test("without limits stays unchanged", () => expect(narrowScopes(["read"])).toEqual(["read"]));
});
