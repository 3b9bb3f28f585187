import { afterAll, beforeEach } from "@jest/globals";
import { startModelServer, type ModelServer, type Step } from "./model-server.ts";
import { startProduct, type Product, type SignedIn } from "./product.ts";
import { startRetrievalServer, type RetrievalServer } from "./retrieval-server.ts";

export interface AssistantStage {
  product: Product;
  model: ModelServer;
  retrieval: RetrievalServer;
  customer: SignedIn;
  projectId: string;
}

/**
 * The product with a search that finds a test's passages and, on request, a scripted model: call it at the
 * top.
 */
export async function startAssistant(options: {
  withModel: boolean;
  environment?: Record<string, string>;
}): Promise<AssistantStage> {
  const [model, retrieval] = [await startModelServer(), await startRetrievalServer()];
  const ai = { AI_BASE_URL: model.url, AI_API_KEY: "a-key", AI_MODEL: "scripted" };
  const product = await startProduct({
    environment: { RETRIEVAL_URL: retrieval.url, ...(options.withModel ? ai : {}), ...options.environment },
  });
  afterAll(async () => {
    await product.stop();
    await Promise.all([model.stop(), retrieval.stop()]);
  });
  beforeEach(() => {
    Object.assign(retrieval, { passages: [], status: 200, degraded: [], requests: [] });
    Object.assign(model, { requests: [], hungUp: 0 });
    model.script();
  });
  const customer = await product.signIn("customer");
  const { data } = await customer.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" });
  return { product, model, retrieval, customer, projectId: data.id };
}

export const search = (query: string, more: object = {}): Step => ({
  call: [{ name: "search_evidence", arguments: JSON.stringify({ query, ...more }) }],
});

/** Asks a question, for an answer in server-sent events. */
export const streamAnswer = (
  { customer, projectId }: AssistantStage,
  body: object,
  init: RequestInit = {},
): Promise<Response> =>
  customer.fetch("/api/v1/ai/chat", {
    method: "POST",
    headers: { accept: "text/event-stream", "content-type": "application/json" },
    body: JSON.stringify({ context: { project_id: projectId }, ...body }),
    ...init,
  });

/** The names and the data of a stream's events. */
export const eventsOf = (text: string) =>
  [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(
    ([, name, data]) =>
      [name!, JSON.parse(data!) as { text: string; message: string; citations: object[] }] as const,
  );
