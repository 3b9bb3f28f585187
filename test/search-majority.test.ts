import { expect, test } from "@jest/globals";
import type { DiagnosticResult, errors } from "@elastic/elasticsearch";
import { newId } from "../platform/ids.ts";
import { createRetrievers } from "../retrieval/search/retrievers.ts";
import { chunksFor, useIndices } from "./support/index-stage.ts";
import { waitFor } from "./support/wait-for.ts";

const { client, newIndex } = useIndices();

/** The bodies of requests that filter after the comparison. */
const filteredLater: string[] = [];
client.diagnostic.on(
  "request",
  (_: errors.ElasticsearchClientError | null, sent: DiagnosticResult | null) => {
    const { body } = sent?.meta.request.params ?? {};
    if (typeof body === "string" && body.includes("post_filter")) filteredLater.push(body);
  },
);

test("words find the same in a project that holds most of the index, where the filter comes last", async () => {
  const { writer, index } = await newIndex();
  const of = (projectId: string, count: number) =>
    chunksFor(newId(), count).map((chunk) => ({ ...chunk, projectId }));
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
