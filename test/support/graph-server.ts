import type { ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { serveLocally } from "../../testkit/serve-locally.ts";

/** The product's request to a graph service. */
export interface GraphQuestion {
  user: { id: string; role: string };
  project: { id: string; framework: string };
  controls: {
    id: string;
    number: string;
    title: string;
    status: string;
    progress: number;
    evidence: { required: number; approved: number; pending: number };
  }[];
}

type Answer = (response: ServerResponse, question: GraphQuestion, tried: number) => void;

const json = (response: ServerResponse, body: unknown): void => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
};

/** The graph that a service builds from the request. */
const graphOf = ({ project, controls }: GraphQuestion) => ({
  nodes: [
    { kind: "framework", id: project.framework, label: "The framework" },
    ...controls.map(({ id, number, status, progress, evidence: { approved, pending } }) => ({
      kind: "control",
      id,
      label: number,
      status,
      progress,
      evidence: { approved, pending },
    })),
  ],
  edges: controls.map(({ id }) => ({ kind: "requires", from: project.framework, to: id })),
});

export const ANSWERS = {
  honest: (response, question) => json(response, graphOf(question)),
  failing: (response) => response.writeHead(500).end("no"),
  "failing once": (response, question, tried) =>
    tried === 1 ? response.writeHead(503).end() : json(response, graphOf(question)),
  refusing: (response) => response.writeHead(401).end(),
  redirecting: (response) => response.writeHead(302, { location: "/elsewhere" }).end(),
  hanging: () => undefined,
  stalling: (response) => void response.writeHead(200).write('{"nodes":'),
  "cut off": (response) => response.end('{"nodes": ['),
  "another shape": (response) => json(response, { graph: [] }),
  "a control missing": (response, question) =>
    json(response, graphOf({ ...question, controls: question.controls.slice(1) })),
  "another progress": (response, question) =>
    json(response, graphOf({ ...question, controls: question.controls.map((c) => ({ ...c, progress: 7 })) })),
  "an edge to nowhere": (response, question) => {
    const { nodes, edges } = graphOf(question);
    json(response, { nodes, edges: [...edges, { kind: "requires", from: "nobody", to: "nowhere" }] });
  },
} as const satisfies Record<string, Answer>;

/** A local graph service with configurable responses. */
export async function startGraphServer() {
  let mode: keyof typeof ANSWERS = "honest";
  const requests: { question: GraphQuestion; path: string; authorization: string | undefined }[] = [];
  const { url, stop } = await serveLocally((request, response) => {
    void readJson(request).then((body) => {
      const question = body as GraphQuestion;
      requests.push({ question, path: request.url!, authorization: request.headers.authorization });
      ANSWERS[mode](response, question, requests.length);
    });
  });
  return {
    url,
    requests,
    /** Sets the response; earlier requests are dropped. */
    answer(next: keyof typeof ANSWERS): void {
      mode = next;
      requests.length = 0;
    },
    stop,
  };
}
