import { createPublicKey } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import {
  CompactSign,
  SignJWT,
  UnsecuredJWT,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from "jose";
import { SigningKey } from "../domain/identity/signing-key.entity.ts";
import { open } from "../platform/crypto/crypto.ts";
import { createVerifyToken } from "../retrieval/server/verify-token.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();
const customer = await product.signIn("customer");
const verify = createVerifyToken(product.config);
const real = decodeJwt(customer.token);
/** The real signing key, as a thief would have it. */
const current = await product.orm.em.fork().findOneOrFail(SigningKey, { status: "current" });
const kid = current.id;
const publicJwk: JWK = current.publicJwk;
const sealed = current.sealedPrivateJwk!;
const privateJwk = JSON.parse(open(product.config.encryptionKey, sealed, `signing-key:${kid}`)) as JWK;
/** A key that is not registered. */
const foreign = await generateKeyPair("RS256", { extractable: true });

interface Forgery {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  alg?: string;
  key?: CryptoKey | Uint8Array;
}

/**
 * The caller's own token, signed again with the real key and the given changes. `undefined` removes a claim.
 */
async function forge({ header = {}, claims = {}, alg = "RS256", key }: Forgery = {}): Promise<string> {
  const signWith = key ?? (await importJWK(privateJwk, alg));
  return new SignJWT({ ...real, ...claims })
    .setProtectedHeader({ alg, typ: "at+jwt", kid, ...header })
    .sign(signWith);
}

/** The responses of the API and the search service. */
async function answers(token: string): Promise<(number | undefined)[]> {
  const { status } = await product.anonymous.get("/api/v1/users/me", { authorization: `Bearer ${token}` });
  const refused = await verify(`Bearer ${token}`).then(
    () => 200,
    (error: { status?: number }) => error.status,
  );
  return [status, refused];
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const pem = (): string =>
  createPublicKey({ key: publicJwk, format: "jwk" }).export({
    type: "spki",
    format: "pem",
  }) as string;
const now = (): number => Math.floor(Date.now() / 1_000);
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
/** Replaces the header or payload of the real token and keeps the signature. */
const altered = (header: object | null, claims: object | null): string => {
  const [h = "", p = "", signature = ""] = customer.token.split(".");
  return [header === null ? h : encode(header), claims === null ? p : encode(claims), signature].join(".");
};

test("a token signed again with the real key and the same claims works, so each change below causes the refusal", async () => {
  expect(await answers(await forge())).toEqual([200, 200]);
});

describe("RFC 9068 4, RFC 8725 3: a token signed with the real key is refused", () => {
  const changes: [string, Forgery][] = [
    ["RFC 7519 4.1.1: of another issuer", { claims: { iss: "https://elsewhere.example" } }],
    ["RFC 7519 4.1.1: of no issuer", { claims: { iss: undefined } }],
    ["RFC 7519 4.1.3: for another audience", { claims: { aud: "https://elsewhere.example/api" } }],
    ["RFC 7519 4.1.3: for no audience", { claims: { aud: undefined } }],
    ["RFC 7519 4.1.4: that has expired", { claims: { iat: now() - 7_200, exp: now() - 60 } }],
    ["RFC 7519 4.1.4: that never expires", { claims: { exp: undefined } }],
    ["RFC 7519 4.1.5: that is not valid yet", { claims: { nbf: now() + 600 } }],
    ["RFC 9068 2.2: without a subject", { claims: { sub: undefined } }],
    ["RFC 9068 2.2: without a client", { claims: { client_id: undefined } }],
    ["RFC 9068 2.2: without the time of issue", { claims: { iat: undefined } }],
    ["RFC 9068 2.1: of the type JWT", { header: { typ: "JWT" } }],
    ["RFC 9068 2.1: of the type of a logout token", { header: { typ: "logout+jwt" } }],
    ["RFC 9068 2.1: of no type", { header: { typ: undefined } }],
    ["RFC 7515 4.1.4: under an unknown kid", { header: { kid: "01a1fdb9-0000-7000-8000-000000000000" } }],
    ["RFC 7515 4.1.4: under a kid that is a path", { header: { kid: "../../dev/null" } }],
    ["RFC 7515 4.1.11: with an extension that is critical", { header: { crit: ["exp"] } }],
    ["RFC 8725 3.1: by RS512", { alg: "RS512" }],
    ["RFC 8725 3.1: by PS256", { alg: "PS256" }],
  ];
  test.each(changes)("%s", async (_name, change) => {
    // jose refuses to create some of them; those are built by hand.
    const token = await forge(change).catch(() => handMade(change));
    expect(await answers(token)).toEqual([401, 401]);
  });

  async function handMade({ header = {}, claims = {} }: Forgery): Promise<string> {
    const key = await importJWK(privateJwk, "RS256");
    const payload = bytes(JSON.stringify({ ...real, ...claims }));
    const plain = await new CompactSign(payload).setProtectedHeader({ alg: "RS256" }).sign(key);
    const [, body, signature] = plain.split(".");
    return `${encode({ alg: "RS256", typ: "at+jwt", kid, ...header })}.${body}.${signature}`;
  }

  test("with another subject than its session", async () => {
    const admin = await product.signIn("admin");
    const token = await forge({ claims: { sub: admin.id, role: "admin", scope: "read admin" } });
    // The search service gets this from the API, which it queries for every project.
    expect((await answers(token))[0]).toBe(401);
  });

  test("with a higher role and more scopes than the user has: they are ignored", async () => {
    const token = await forge({ claims: { role: "admin", scope: "read write admin audit" } });
    const { data } = await product.anonymous.get("/api/v1/auth/profile", {
      authorization: `Bearer ${token}`,
    });
    expect([data.role, data.scopes]).toEqual(["customer", ["read", "write"]]);
  });
});

describe("RFC 8725 2.1, 3.1, 3.2: a token without the real key is refused", () => {
  const forgeries: [string, () => Promise<string> | string][] = [
    ["signed by another key", () => forge({ key: foreign.privateKey })],
    ["unsigned, alg none", () => new UnsecuredJWT(real).encode()],
    [
      "unsigned under our header",
      () => `${altered({ alg: "none", typ: "at+jwt", kid }, null).replace(/\.[^.]*$/, ".")}`,
    ],
    ["that says alg none and keeps the signature", () => altered({ alg: "none", typ: "at+jwt", kid }, null)],
    ["that says alg NoNe", () => altered({ alg: "NoNe", typ: "at+jwt", kid }, null)],
    ["by HS256 with the public key as PEM", () => forge({ alg: "HS256", key: bytes(pem()) })],
    [
      "by HS256 with the public key as JWK",
      () => forge({ alg: "HS256", key: bytes(JSON.stringify(publicJwk)) }),
    ],
    ["by HS256 with the modulus", () => forge({ alg: "HS256", key: Buffer.from(publicJwk.n!, "base64url") })],
    ["whose claims were changed", () => altered(null, { ...real, scope: "read write admin" })],
    ["whose header was changed", () => altered({ alg: "RS256", typ: "at+jwt", kid, extra: 1 }, null)],
    ["without its signature", () => customer.token.replace(/\.[^.]*$/, ".")],
    ["with two parts", () => customer.token.split(".").slice(0, 2).join(".")],
    [
      "with another token's signature",
      async () =>
        altered(null, null).replace(/[^.]*$/, (await forge({ claims: { jti: "x" } })).split(".")[2]!),
    ],
  ];
  test.each(forgeries)("%s", async (_name, make) => {
    expect(await answers(await make())).toEqual([401, 401]);
  });

  test("RFC 8725 3.10: with its own key in jwk, jku or x5u", async () => {
    const jwk = { ...(await exportJWK(foreign.publicKey)), kid: "mine", alg: "RS256" };
    for (const header of [
      { jwk },
      { jku: "https://evil.example/jwks.json" },
      { x5u: "https://evil.example/x" },
    ])
      for (const id of [kid, "mine"])
        expect(
          await answers(await forge({ key: foreign.privateKey, header: { ...header, kid: id } })),
        ).toEqual([401, 401]);
  });
});

describe("RFC 6750 2: a token is accepted in the Authorization header only", () => {
  test("2.3: not in the query", async () => {
    expect((await product.anonymous.get(`/api/v1/users/me?access_token=${customer.token}`)).status).toBe(401);
  });

  test("2.2: not in a form", async () => {
    const response = await product.anonymous.fetch("/api/v1/auth/logout", {
      method: "POST",
      body: new URLSearchParams({ access_token: customer.token }),
    });
    expect(response.status).toBe(401);
    expect((await customer.get("/api/v1/users/me")).status).toBe(200);
  });

  test.each(["Basic", "Token", "DPoP", "Bearer,"])("not under the scheme %s", async (scheme) => {
    const authorization = `${scheme} ${customer.token}`;
    expect((await product.anonymous.get("/api/v1/users/me", { authorization })).status).toBe(401);
    await expect(verify(authorization)).rejects.toMatchObject({ status: 401 });
  });

  test("2.1: under Bearer in any case, at both services", async () => {
    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      const authorization = `${scheme} ${customer.token}`;
      expect((await product.anonymous.get("/api/v1/users/me", { authorization })).status).toBe(200);
      expect((await verify(authorization)).userId).toBe(customer.id);
    }
  });
});
