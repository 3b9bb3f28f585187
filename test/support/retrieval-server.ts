import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { newId } from "../../platform/ids.ts";

export interface KnownPassage {
  evidence_id: string;
  chunk_id: string;
  text: string;
  title: string;
  similarity: number;
  project_id?: string;
}

/** The retrieval service's two routes, with the test's passages, all of which match every query. */
export interface RetrievalServer {
  url: string;
  passages: KnownPassage[];
  /** If set, every request gets this status. */
  status: number;
  /** The reported degraded parts. */
  degraded: string[];
  requests: { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[];
  stop(): Promise<void>;
}

export function passage(title: string, text: string, similarity = 0.9): KnownPassage {
  const evidence_id = newId();
  return { evidence_id, chunk_id: `${evidence_id}_00001`, title, text, similarity };
}

async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const part of request) text += String(part);
  return JSON.parse(text) as Record<string, unknown>;
}

export async function startRetrievalServer(): Promise<RetrievalServer> {
  const server = createServer((request, response) => {
    void jsonOf(request).then((body) => {
      made.requests.push({ path: request.url!, headers: request.headers, body });
      if (made.status !== 200) return response.writeHead(made.status).end("{}");
      const chunks = made.passages.map((known) => ({
        project_id: body["project_id"] ?? made.lastProject,
        control_id: null,
        file_name: "a.pdf",
        page: 3,
        heading: null,
        ...known,
      }));
      made.lastProject = (body["project_id"] as string | undefined) ?? made.lastProject;
      const [first, ...rest] = chunks;
      const data =
        request.url === "/search"
          ? { results: chunks, degraded: made.degraded }
          : { chunk: first, context_before: [], context_after: rest };
      response.end(JSON.stringify({ success: true, data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const made: RetrievalServer & { lastProject: string } = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passages: [],
    status: 200,
    degraded: [],
    requests: [],
    lastProject: "",
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}
