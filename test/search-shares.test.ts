import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { setTimeout as sleep } from "node:timers/promises";
import type { SearchAnswer } from "../retrieval/search/searcher.ts";
import { signToken } from "./support/fake-backend.ts";
import { granted, refused, request, SearchService } from "./support/search-service.ts";
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
    const all = [ask("greedy", "g1")];
    await until(() => began.length === 1);
    for (const query of ["g2", "g3"]) all.push(ask("greedy", query));
    await until(() => service.backend.asked.length === 3);
    await sleep(20);
    const answer = await ask("greedy", "g4");
    expect(answer).toMatchObject(refused(429, "RATE_LIMITED"));
    expect(answer.headers.get("retry-after")).toBe("1");
    all.push(ask("quiet", "q1"));
    await until(() => service.backend.asked.length === 5);
    await sleep(20);
    for (let done = 0; done < 4; done++) {
      await until(() => began.length === done + 1);
      ends[done]?.();
    }
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(began[1]).toBe("q1");
  });

  it("do not run for callers who disconnected during the access check", async () => {
    const asked = Promise.withResolvers<() => void>();
    service.backend.answer = (incoming, response) => asked.resolve(() => granted(incoming, response));
    const token = await signToken(service.backend);
    const hangUp = new AbortController();
    const gone = fetch(`${service.url}/search`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(request()),
      signal: hangUp.signal,
    });
    const answer = await asked.promise;
    hangUp.abort();
    await expect(gone).rejects.toThrow();
    await sleep(50);
    answer();
    service.backend.answer = granted;
    await expect(service.search({}, { query: "next" })).resolves.toMatchObject({ status: 200 });
    expect(service.searched.map(({ query }) => query)).toEqual(["next"]);
  });
});
