import { beforeEach, describe, expect, it } from "@jest/globals";
import { generateKeyPair, type CryptoKey, type JWTVerifyGetKey } from "jose";
import { createTokenVerifier } from "../../api/identity/token-verifier.ts";
import { ACCESS_TOKEN_SECONDS, signAccessToken } from "../../platform/crypto/access-token.ts";

const tokens = { issuer: "https://issuer.example", audience: "https://api.example" };
const claims = { sub: "user", sid: "session", client_id: "client", scope: "read", role: "customer" };

let token: string;
/** The active key; null if it was retired. */
let published: CryptoKey | null;
let now: Date;
let verify: ReturnType<typeof createTokenVerifier>;

const find: JWTVerifyGetKey = () => {
  if (published === null) throw new Error("no such key");
  return published;
};

const pair = await generateKeyPair("RS256");
const other = await generateKeyPair("RS256");

beforeEach(async () => {
  published = pair.publicKey;
  now = new Date();
  verify = createTokenVerifier({ keys: { find }, tokens, clock: { now: () => now } });
  token = await signAccessToken({ kid: "1", privateKey: pair.privateKey }, tokens, claims, now);
});

describe("a caching verifier", () => {
  it("returns the same result for a repeated token", async () => {
    expect([await verify(token), await verify(token)]).toEqual([claims, claims]);
  });

  it("refuses a cached token if its key was retired", async () => {
    await verify(token);
    published = null;
    await expect(verify(token)).rejects.toThrow("no such key");
  });

  it("refuses a cached token if its key id now means another key", async () => {
    await verify(token);
    published = other.publicKey;
    expect(await verify(token)).toBeNull();
  });

  it("refuses a cached token after it expired", async () => {
    // Expired four seconds ago; the tolerance is five.
    const issued = new Date(now.getTime() - (ACCESS_TOKEN_SECONDS + 3) * 1_000);
    const old = await signAccessToken({ kid: "1", privateKey: pair.privateKey }, tokens, claims, issued);
    expect(await verify(old)).toEqual(claims);
    now = new Date(now.getTime() + 2_500);
    expect(await verify(old)).toBeNull();
  });

  it("does not cache forged tokens", async () => {
    const forged = await signAccessToken(
      { kid: "1", privateKey: other.privateKey },
      tokens,
      claims,
      new Date(),
    );
    expect([await verify(forged), await verify(forged)]).toEqual([null, null]);
    expect(await verify(token)).toEqual(claims);
  });
});
