import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";

/**
 * A loopback address that nothing else uses: webhooks may call it, and still no other program on this machine.
 */
export const SYSTEMS_ADDRESS = "127.77.0.1";
/** Long enough for a user to find the failed delivery and send it again. */
const RETRY_AFTER_S = "3600";

/** The paths of the systems, each for one outcome. */
export const SYSTEMS = {
  tickets: "/tickets",
  archive: "/archive",
  retired: "/old-monitoring",
  n8n: "/n8n",
  identity: "/identity",
} as const;

/** The systems that the demo organisation is connected to, on this machine. */
export interface DemoSystems {
  url: string;
  stop(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const answer =
  (status: number): Handler =>
  (_request, response) =>
    void response.writeHead(status).end();

const answerJson =
  (body: object): Handler =>
  (_request, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));

/** Refuses the first attempt to deliver each rejection, as a system in maintenance does. */
function createArchive(): Handler {
  const refused = new Set<string>();
  return async (request, response) => {
    const { type } = (await json(request)) as { type?: string };
    const id = String(request.headers["webhook-id"]);
    const isRefused = type === "evidence.rejected" && !refused.has(id);
    if (isRefused) refused.add(id);
    response.writeHead(isRefused ? 503 : 204, isRefused ? { "retry-after": RETRY_AFTER_S } : {}).end();
  };
}

/** What OpenID Connect requires for discovery; no one can sign in with it. */
const describeIssuer = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
});

async function listen(server: Server, port: number): Promise<boolean> {
  server.listen(port, SYSTEMS_ADDRESS);
  try {
    await once(server, "listening");
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRNOTAVAIL") return false;
    throw error;
  }
}

/**
 * Starts receivers of webhooks, a stand-in for n8n, and one for an identity provider. Null on systems that
 * have only one loopback address, such as macOS.
 */
export async function startDemoSystems(port: number): Promise<DemoSystems | null> {
  const url = `http://${SYSTEMS_ADDRESS}:${port}`;
  const handlers = new Map<string, Handler>([
    [`POST ${SYSTEMS.tickets}`, answer(204)],
    [`POST ${SYSTEMS.archive}`, createArchive()],
    [`POST ${SYSTEMS.retired}`, answer(410)],
    [`GET ${SYSTEMS.n8n}/api/v1/workflows`, answerJson({ data: [], nextCursor: null })],
    [
      `GET ${SYSTEMS.identity}/.well-known/openid-configuration`,
      answerJson(describeIssuer(url + SYSTEMS.identity)),
    ],
  ]);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", url);
    const handle = handlers.get(`${request.method} ${pathname}`) ?? answer(404);
    void Promise.resolve(handle(request, response)).catch(() => response.writeHead(400).end());
  });
  if (!(await listen(server, port))) return null;
  return {
    url,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
