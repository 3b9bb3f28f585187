import { createSearchSlots } from "../../retrieval/start-retrieval.ts";
import { timed } from "../../testkit/percentiles.ts";
import { serveLocally } from "../../testkit/serve-locally.ts";
import { USER_ID } from "./bench-backend.ts";
import type { BenchStack } from "./bench-stack.ts";
import { createBenchSearchApp } from "./create-bench-search-app.ts";

const LIMIT = 10;
const REFUSALS = new Set([429, 503]);

/** The search service over loopback HTTP. */
export interface ServedSearch {
  /** One search: its milliseconds, or null if it was refused. Throws unless it found all it should. */
  ask(query: string, userId?: string): Promise<number | null>;
  close(): Promise<void>;
}

export async function serveBenchSearch(stack: BenchStack): Promise<ServedSearch> {
  const { backend, projectId } = stack;
  const server = await serveLocally(createBenchSearchApp(stack, createSearchSlots()));
  const tokens = new Map([[USER_ID, backend.token]]);
  async function isServed(query: string, userId: string): Promise<boolean> {
    const token = tokens.get(userId) ?? (await backend.tokenFor(userId));
    tokens.set(userId, token);
    const response = await fetch(`${server.url}/search`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query, project_id: projectId, user_id: userId, limit: LIMIT }),
    });
    if (REFUSALS.has(response.status)) {
      await response.body?.cancel();
      return false;
    }
    const body = (await response.json()) as { data?: { total_results: number; degraded: string[] } };
    if (body.data?.total_results !== LIMIT || body.data.degraded.some((part) => part !== "rerank"))
      throw new Error(`The search gave ${response.status} ${JSON.stringify(body).slice(0, 300)}`);
    return true;
  }
  return {
    ask: async (query, userId = USER_ID) => {
      const { value, milliseconds } = await timed(() => isServed(query, userId));
      return value ? milliseconds : null;
    },
    close: server.stop,
  };
}
