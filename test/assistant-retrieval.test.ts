import { expect, test } from "@jest/globals";
import type { Request } from "express";
import { searchInProject } from "../api/assistant/search-in-project.ts";
import type { EvidenceSearch } from "../domain/assistant/evidence-search.ts";
import { createRetrievalClient } from "../api/retrieval/retrieval-client.ts";
import { newId } from "../platform/ids.ts";
import { signToken } from "./support/fake-backend.ts";
import { SearchService, chunk, projectId } from "./support/retrieval-app.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

// The real search service, so that the test notices changes of its responses.
const { signal } = new AbortController();

const service = await stopAfterAll(SearchService.start());

async function retrievalAs(
  token: string,
  more: { retrievalUrl?: string; projectId?: string } = {},
): Promise<EvidenceSearch> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  const request = { get: (name: string) => headers[name], socket: { remoteAddress: "127.0.0.1" } };
  const caller = { request: request as unknown as Request, requestId: "a-request", actor: { id: "user-1" } };
  return searchInProject(
    createRetrievalClient(more.retrievalUrl ?? service.url),
    caller,
    more.projectId ?? projectId,
  );
}

const known = {
  chunkId: chunk.chunkId,
  evidenceId: chunk.evidenceId,
  title: "Policy",
  fileName: "policy.pdf",
  page: 3,
  heading: "Physical > Doors",
  text: "Doors are locked",
};

test("the assistant reads search results", async () => {
  const retrieval = await retrievalAs(await signToken(service.backend));
  expect(await retrieval.search("doors", signal)).toEqual({
    passages: [{ ...known, similarity: 0.8 }],
    degraded: ["keyword"],
  });
});

test("the assistant reads the surroundings of a passage", async () => {
  const retrieval = await retrievalAs(await signToken(service.backend));
  const around = await retrieval.around(chunk.chunkId, signal);
  expect(around).toEqual(expect.arrayContaining([{ ...known, similarity: null }]));
});

test("a refusal of the search is not mistaken for no results", async () => {
  const refused = await retrievalAs("no token");
  await expect(refused.search("doors", signal)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});

test("a passage of another project is ignored", async () => {
  const other = await retrievalAs(await signToken(service.backend), { projectId: newId() });
  await expect(other.around(chunk.chunkId, signal)).resolves.toEqual([]);
});
