import { beforeEach, expect, test } from "@jest/globals";
import type { DiagnosticResult, errors } from "@elastic/elasticsearch";
import { newId } from "../platform/ids.ts";
import { createRetrievers } from "../retrieval/search/retrievers.ts";
import { chunksFor, useIndices, vectorOf } from "./support/index-stage.ts";
import { waitFor } from "./support/wait-for.ts";

const { client, newIndex } = useIndices();

/** The bodies of requests that filter after the comparison, and of those that look for more neighbours than they return. */
const [filteredLater, widened]: [string[], string[]] = [[], []];
beforeEach(() => {
  filteredLater.length = 0;
  widened.length = 0;
});
client.diagnostic.on(
  "request",
  (_: errors.ElasticsearchClientError | null, sent: DiagnosticResult | null) => {
    const { body } = sent?.meta.request.params ?? {};
    if (typeof body !== "string") return;
    if (body.includes("post_filter")) filteredLater.push(body);
    if (body.includes('"k":300,')) widened.push(body);
  },
);

const of = (projectId: string, count: number) =>
  chunksFor(newId(), count).map((chunk) => ({ ...chunk, projectId }));

test("words find the same in a project that holds most of the index, where the filter comes last", async () => {
  const { writer, index } = await newIndex();
  await writer.putChunks([...of("few", 15), ...of("most", 40)]);
  await writer.refresh();
  const retrievers = createRetrievers({ client, chunkIndex: index });
  const keyword = (projectId: string, evidenceTypes: string[] = []) => {
    const scope = { projectId, evidenceTypes, size: 30, signal: AbortSignal.timeout(10_000) };
    return retrievers.keyword("tested backups 7 and 11, see A.8.13", scope);
  };
  const [most, few] = [await keyword("most"), await keyword("few")];
  expect(filteredLater).toEqual([]);
  expect([most.length, few.length]).toEqual([30, 15]);
  const again = await waitFor(
    () => keyword("most"),
    () => filteredLater.length > 0,
  );
  expect(again).toEqual(most);
  filteredLater.length = 0;
  expect(await keyword("few")).toEqual(few);
  expect(await keyword("most", ["docx"])).toEqual([]);
  expect(filteredLater).toEqual([]);
});

test("in a large project, the nearest are found among more candidates", async () => {
  const { writer, index } = await newIndex();
  await writer.putChunks([...of("small", 15), ...of("large", 40)]);
  await writer.refresh();
  const retrievers = createRetrievers({ client, chunkIndex: index, manyPassages: 30 });
  const nearest = (projectId: string) => {
    const scope = { projectId, evidenceTypes: [], size: 10, signal: AbortSignal.timeout(10_000) };
    return retrievers.semantic(vectorOf(1, 3), scope);
  };
  const [large, small] = [await nearest("large"), await nearest("small")];
  expect([large.length, small.length, widened.length]).toEqual([10, 10, 0]);
  const again = await waitFor(
    () => nearest("large"),
    () => widened.length > 0,
  );
  expect(again).toEqual(large);
  widened.length = 0;
  expect(await nearest("small")).toEqual(small);
  expect([widened, filteredLater]).toEqual([[], []]);
});

test("in a large project that holds nearly all of the index, the filter for the nearest comes last, unless too few are left", async () => {
  const { writer, index } = await newIndex();
  await writer.putChunks([...of("few", 3), ...of("nearly all", 40)]);
  await writer.refresh();
  const [usual, large] = [{}, { manyPassages: 30 }].map((options) => {
    const { semantic } = createRetrievers({ client, chunkIndex: index, ...options });
    return (size: number, evidenceTypes: string[] = []) => {
      const scope = { projectId: "nearly all", evidenceTypes, size, signal: AbortSignal.timeout(10_000) };
      return semantic(vectorOf(1, 3), scope);
    };
  });
  const ten = await waitFor(
    () => large!(10),
    () => filteredLater.length > 0,
  );
  expect(ten).toEqual(await usual!(10));
  filteredLater.length = 0;
  // The project has fewer than 50.
  expect(await large!(50)).toEqual(await usual!(50));
  expect(filteredLater).toHaveLength(1);
  expect(await large!(10, ["docx"])).toEqual([]);
  expect(filteredLater).toHaveLength(1);
});
