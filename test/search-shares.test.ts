import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { SearchAnswer } from "../retrieval/search/searcher.ts";
import { signToken } from "./support/fake-backend.ts";
import { granted, refused, request, SearchService } from "./support/retrieval-app.ts";
import { waitFor } from "./support/wait-for.ts";

const nothing: SearchAnswer = { hits: [], degraded: [] };

const until = (done: () => boolean) => waitFor(() => Promise.resolve(done()), Boolean);

let service: SearchService;

beforeEach(async () => {
  service = await SearchService.start();
});

afterEach(() => service.stop());

describe("searches of several callers", () => {
  it("take turns; only a caller with too many waiting gets 429", async () => {
    const [began, ends] = [[] as string[], [] as (() => void)[]];
    await service.serve({
      searcher: () => ({
        search: async ({ query }) => {
          began.push(query);
          await new Promise<void>((resolve) => ends.push(resolve));
          return nothing;
        },
      }),
    });
    const ask = (sub: string, query: string) => service.search({ sub }, { user_id: sub, query });
    /** Two of three wait: the third is refused. */
    const threeOf = async (sub: string) => {
      const all = ["2", "3", "4"].map((query) => ask(sub, sub + query));
      const answer = await Promise.race(all);
      expect(answer).toMatchObject(refused(429, "RATE_LIMITED"));
      expect(answer.headers.get("retry-after")).toBe("1");
      return all;
    };
    const first = ask("greedy", "greedy1");
    await until(() => began.length === 1);
    const all = [first, ...(await threeOf("greedy")), ...(await threeOf("quiet"))];
    for (let done = 0; done < 5; done++) {
      await until(() => began.length === done + 1);
      ends[done]?.();
    }
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 429)).toEqual([200, 200, 200, 200, 200]);
    expect(began[1]).toMatch(/^quiet/);
  });

  it("do not run for callers who disconnected during the access check", async () => {
    const received = Promise.withResolvers<{ response: ServerResponse; answer: () => void }>();
    service.backend.answer = (incoming, response) =>
      received.resolve({ response, answer: () => granted(incoming, response) });
    const token = await signToken(service.backend);
    const hangUp = new AbortController();
    const gone = fetch(`${service.url}/search`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(request()),
      signal: hangUp.signal,
    });
    const { response, answer } = await received.promise;
    const closed = once(response, "close");
    hangUp.abort();
    await expect(gone).rejects.toThrow();
    await closed;
    answer();
    service.backend.answer = granted;
    await expect(service.search({}, { query: "next" })).resolves.toMatchObject({ status: 200 });
    expect(service.searched.map(({ query }) => query)).toEqual(["next"]);
  });
});
