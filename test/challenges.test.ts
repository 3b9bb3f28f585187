import { describe, expect, test } from "@jest/globals";
import { SignJWT, decodeJwt, generateKeyPair } from "jose";
import { Session } from "../domain/identity/session.entity.ts";
import { createKey } from "./support/api-keys.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();
const customer = await product.signIn("customer");

const PLAIN = 'Bearer realm="compliance"';
const invalidToken = (description: string) =>
  `${PLAIN}, error="invalid_token", error_description="${description}"`;
const WRONG = invalidToken("The access token is not valid or has expired");
const ENDED = invalidToken("The session has ended: sign in again");

async function challenged(headers: Record<string, string>, path = "/api/v1/users/me") {
  const answer = await product.anonymous.fetch(path, { headers });
  return [answer.status, answer.headers.get("www-authenticate")];
}
const byToken = (token: string, path?: string) => challenged({ authorization: `Bearer ${token}` }, path);

async function keyWith(scopes: string[]): Promise<string> {
  return (await createKey(customer, { scopes })).api_key;
}

describe("a 401", () => {
  test.each([
    ["nothing was sent", {}],
    ["another scheme was sent", { authorization: "Basic YTpi" }],
    ["an invalid key was sent", { "x-api-key": "cmk_test_x_y" }],
  ])("names only the scheme if %s", async (_what, headers) => {
    expect(await challenged(headers)).toEqual([401, PLAIN]);
  });

  test("reports a malformed or foreign token", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    const foreign = await new SignJWT(decodeJwt(customer.token))
      .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: "1" })
      .sign(privateKey);
    for (const token of ["", "two words", "not.a.token", foreign])
      expect([token, ...(await byToken(token))]).toEqual([token, 401, WRONG]);
  });

  test("reports an ended or expired session", async () => {
    const gone = await product.signIn("customer");
    await gone.send("POST", "/api/v1/auth/logout");
    expect(await byToken(gone.token)).toEqual([401, ENDED]);
    const late = await product.signIn("customer");
    await product.orm.em.fork().nativeUpdate(Session, { user: late.id }, { expiresAt: new Date(0) });
    expect(await byToken(late.token)).toEqual([401, ENDED]);
  });
});

describe("a 403", () => {
  test("names the missing scope of a route or a rule", async () => {
    const webhooksAlone = { "x-api-key": await keyWith(["webhook"]) };
    for (const path of ["/api/v1/users/me", "/api/v1/projects"])
      expect(await challenged(webhooksAlone, path)).toEqual([
        403,
        expect.stringMatching(
          /^Bearer realm="compliance", error="insufficient_scope", scope="read", error_d/,
        ),
      ]);
  });

  test("does not ask for another token if the caller lacks the role", async () => {
    expect(await byToken(customer.token, "/api/v1/audit-log")).toEqual([403, null]);
  });
});
