import { storableSigns } from "../../../retrieval/embedding/token-signs.rules.ts";
import { createSearchSlots } from "../../../retrieval/start-retrieval.ts";
import { serveLocally } from "../../../testkit/serve-locally.ts";
import { createBenchSearchApp } from "../create-bench-search-app.ts";
import type { BenchStack } from "../bench-stack.ts";
import type { ShareKind } from "../measure-share.ts";
import { timed } from "../../../testkit/percentiles.ts";
import { fillProject } from "../../../testkit/scratch-database.ts";
import { createScratchIndex } from "../scratch-index.ts";
import { idOf, near, syntheticQuery, syntheticText } from "../../../testkit/synthetic-chunks.ts";
import { seededRandom } from "../../../testkit/seeded-random.ts";
import { withSearchParts, type SearchParts } from "../with-search-parts.ts";

const PASSAGES = 1_000;
const EMBEDDED = 40;
const SEED = 11;
const SAMPLES = 40;

/** Passages of one project, in the database and in a separate index. */
async function fill(parts: SearchParts): Promise<{ stack: BenchStack; drop(): Promise<void> }> {
  const random = seededRandom(SEED);
  const texts = Array.from({ length: PASSAGES }, () => syntheticText(random));
  const embeddings = await parts.embedder.embedPassages(texts.slice(0, EMBEDDED));
  const signsOf = (n: number) => storableSigns(embeddings[n % EMBEDDED]!.signs, parts.embedder.model);
  const { projectId, evidenceIds } = await fillProject(parts.pool, {
    count: PASSAGES,
    textOf: (n) => texts[n]!,
    signsOf,
  });
  const index = await createScratchIndex(parts.client, parts.embedder);
  const shared = { projectId, title: "Policy", headings: [], evidenceTypes: [] };
  await index.put(
    texts.map((text, n) => ({
      ...shared,
      ...idOf(evidenceIds, n),
      text,
      vector: near(embeddings[n % EMBEDDED]!.vector, random),
    })),
  );
  return { stack: { ...parts, chunkIndex: index.chunkIndex, projectId }, drop: index.drop };
}

async function kindOf(url: string, { backend, projectId }: BenchStack, name: string): Promise<ShareKind> {
  const random = seededRandom(SEED);
  const tokens = { quiet: await backend.tokenFor("quiet"), greedy: await backend.tokenFor("greedy") };
  const search = async (who: keyof typeof tokens): Promise<boolean> => {
    const response = await fetch(`${url}/search`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens[who]}`, "content-type": "application/json" },
      body: JSON.stringify({ query: syntheticQuery(random), project_id: projectId, user_id: who }),
    });
    await response.arrayBuffer();
    return response.status === 200;
  };
  return {
    name,
    samples: SAMPLES,
    greedy: () => search("greedy"),
    quiet: async () => {
      const { value: isServed, milliseconds } = await timed(() => search("quiet"));
      return isServed ? milliseconds : null;
    },
  };
}

/** Measures the search service with each number of slots. */
export const measureSearchShares = (
  slots: readonly (number | undefined)[],
  measure: (kind: ShareKind) => Promise<void>,
): Promise<void> =>
  withSearchParts({ cacheMegabytes: 64 }, async (parts) => {
    const { stack, drop } = await fill(parts);
    try {
      for (const count of slots) {
        const server = await serveLocally(createBenchSearchApp(stack, createSearchSlots(count)));
        const name = count === undefined ? "search" : `search, ${count} slots`;
        await measure(await kindOf(server.url, stack, name)).finally(server.stop);
      }
    } finally {
      await drop();
    }
  });
