import type { IncomingHttpHeaders } from "node:http";
import { json } from "node:stream/consumers";
import { newId } from "../../platform/ids.ts";
import { serveLocally } from "../../testkit/serve-locally.ts";

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

export async function startRetrievalServer(): Promise<RetrievalServer> {
  const { url, stop } = await serveLocally((request, response) => {
    void json(request).then((sent) => {
      const body = sent as Record<string, unknown>;
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
  const made: RetrievalServer & { lastProject: string } = {
    url,
    passages: [],
    status: 200,
    degraded: [],
    requests: [],
    lastProject: "",
    stop,
  };
  return made;
}
