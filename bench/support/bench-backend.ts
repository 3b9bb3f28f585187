import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { RequestListener } from "node:http";

export const USER_ID = "bench";

/** An app on a free loopback port. */
export const serveApp = async (
  listener: RequestListener,
): Promise<{ url: string; close(): Promise<void> }> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/**
 * A backend that publishes a key and lets everyone see every project: an access check costs a loopback
 * request.
 */
export async function startBenchBackend() {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "bench", alg: "RS256", use: "sig" }];
  const server = await serveApp((request, response) => {
    const id = request.url?.split("/").at(-1);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(id === "jwks.json" ? { keys } : { success: true, data: { id } }));
  });
  const claims = { issuer: server.url, audience: `${server.url}/api` };
  const tokenFor = (userId: string): Promise<string> =>
    new SignJWT({ role: "customer", sid: "bench", client_id: "bench", scope: "read" })
      .setProtectedHeader({ alg: "RS256", kid: "bench", typ: "at+jwt" })
      .setSubject(userId)
      .setIssuedAt()
      .setIssuer(claims.issuer)
      .setAudience(claims.audience)
      .setExpirationTime("1h")
      .sign(privateKey);
  return { ...server, ...claims, tokenFor, token: await tokenFor(USER_ID) };
}
