import { describe, expect, test } from "@jest/globals";
import { createSecretKey } from "node:crypto";
import { SignJWT, UnsecuredJWT, generateKeyPair, type JWTPayload } from "jose";
import { CLIENT_ID, CLIENT_SECRET } from "./support/identity-server.ts";
import { isSignedIn, setUpProviders } from "./support/provider-stage.ts";

const stage = await setUpProviders();

describe("an ID token", () => {
  const refused = async (): Promise<void> => {
    const page = await stage.signIn("oidc");
    expect(page.status).toBe(502);
    expect(page.html).toContain("could not be verified");
    expect(isSignedIn(page)).toBe(false);
  };

  test.each([
    ["of another issuer", { iss: "https://evil.example" }],
    ["for another client", { aud: "another-client" }],
    ["for several, issued to another", { aud: [CLIENT_ID, "another-client"], azp: "another-client" }],
    ["with another nonce", { nonce: "another" }],
    ["without a nonce", { nonce: undefined }],
    ["that has expired", { exp: 1 }],
    ["without an end", { exp: undefined }],
    ["without a subject", { sub: undefined }],
    ["with an empty subject", { sub: "" }],
  ])("%s is refused", async (_name, claims) => {
    stage.server.claims = { ...stage.honest.claims, ...claims };
    await refused();
  });

  const header = { alg: "RS256", kid: "key-1" };
  const forgeries: [string, (claims: JWTPayload) => Promise<string>][] = [
    [
      "signed with another key under the same kid",
      async (claims) => {
        const { privateKey } = await generateKeyPair("RS256");
        return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
      },
    ],
    ["with alg none", async (claims) => new UnsecuredJWT(claims).encode()],
    [
      "signed with the client secret (HS256)",
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: "HS256" })
          .sign(createSecretKey(Buffer.from(CLIENT_SECRET.padEnd(32, "-")))),
    ],
    [
      "signed with the public key as a secret (HS256)",
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ ...header, alg: "HS256" })
          .sign(createSecretKey(Buffer.from(JSON.stringify(stage.server.publicJwk)))),
    ],
    [
      "with an unknown kid",
      (claims) =>
        new SignJWT(claims).setProtectedHeader({ ...header, kid: "another" }).sign(stage.server.privateKey),
    ],
    [
      "whose claims were changed after signing",
      async (claims) => {
        const [head, , signature] = (await stage.honest.sign({ ...claims, sub: "somebody else" })).split(".");
        return [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
      },
    ],
    ["that is none", async () => "nonsense"],
  ];
  test.each(forgeries)("%s is refused", async (_name, sign) => {
    stage.server.sign = sign;
    await refused();
  });

  test("without an address is completed by the user information of the same subject only", async () => {
    stage.server.claims = {};
    stage.server.userinfo = JSON.stringify({
      sub: "somebody else",
      email: stage.user.email,
      email_verified: true,
    });
    await refused();
    stage.server.userinfo = JSON.stringify({
      sub: "somebody",
      email: stage.user.email,
      email_verified: true,
    });
    expect(isSignedIn(await stage.signIn("oidc"))).toBe(true);
  });
});
