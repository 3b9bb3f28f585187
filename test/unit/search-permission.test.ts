import { describe, expect, it } from "@jest/globals";
import { createLogger } from "../../platform/logger.ts";
import { findCandidates } from "../../retrieval/search/candidates.ts";

const vector = Float32Array.of(1, 0);

/** A search whose steps are recorded, and the means to end the access check. */
function start() {
  const { promise: permission, resolve: grant, reject: refuse } = Promise.withResolvers<void>();
  const steps: string[] = [];
  const step = <T>(name: string, value: T) => {
    steps.push(name);
    return Promise.resolve(value);
  };
  const found = findCandidates(
    {
      embedder: { embedQuery: () => step("embed", { vector, pieces: [vector], weights: [1] }) },
      retrievers: {
        semantic: () => step("semantic", [{ id: "near", score: 0.9 }]),
        keyword: () => step("keyword", [{ id: "words", score: 1 }]),
        cosines: () => step("cosines", new Map()),
      },
      weights: { semantic: 0.5, keyword: 0.5 },
      logger: createLogger("test", "silent"),
    },
    { query: "doors", projectId: "p", evidenceTypes: [], limit: 3, permission },
  );
  return { found, steps, grant, refuse };
}

/** After all pending steps that wait for nothing outside. */
const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));

describe("before the caller's permission is known", () => {
  it("a search embeds the query, but reads nothing of the project", async () => {
    const { found, steps, grant } = start();
    await settled();
    expect(steps).toEqual(["embed"]);
    grant();
    await expect(found).resolves.toMatchObject({ degraded: [] });
    expect(steps.toSorted()).toEqual(["embed", "keyword", "semantic"]);
  });

  it("a refusal ends the search with its reason", async () => {
    const { found, steps, refuse } = start();
    await settled();
    refuse(new Error("No access"));
    await expect(found).rejects.toThrow("No access");
    expect(steps).toEqual(["embed"]);
  });
});
