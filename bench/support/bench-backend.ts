import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { serveLocally } from "../../testkit/serve-locally.ts";

export const USER_ID = "bench";

/**
 * A backend that publishes a key and lets everyone see every project: an access check costs a loopback
 * request.
 */
export async function startBenchBackend() {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "bench", alg: "RS256", use: "sig" }];
  const { url, stop } = await serveLocally((request, response) => {
    const id = request.url?.split("/").at(-1);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(id === "jwks.json" ? { keys } : { success: true, data: { id } }));
  });
  const claims = { issuer: url, audience: `${url}/api` };
  const tokenFor = (userId: string): Promise<string> =>
    new SignJWT({ role: "customer", sid: "bench", client_id: "bench", scope: "read" })
      .setProtectedHeader({ alg: "RS256", kid: "bench", typ: "at+jwt" })
      .setSubject(userId)
      .setIssuedAt()
      .setIssuer(claims.issuer)
      .setAudience(claims.audience)
      .setExpirationTime("1h")
      .sign(privateKey);
  return { url, stop, ...claims, tokenFor, token: await tokenFor(USER_ID) };
}
