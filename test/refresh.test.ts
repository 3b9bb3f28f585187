import { describe, expect, test } from "@jest/globals";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { revisionOf } from "../retrieval/index/chunk-id.ts";
import { indexedPassages } from "./support/indexed-passages.ts";
import type { Product, SignedIn } from "./support/product.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const WAIT_MS = 120_000;
/** Words that occur in no text, and a sentence of every page. */
const [OLD_TITLE, NEW_TITLE] = ["Quokka ledger", "Wombat register"];
const SENTENCE = "Visitors hand their yellow badge back at the gate before they leave the building.";

/** With worker and search, for the tests that need no worker to stop. */
const shared = await startProductForFile({ parts: ["worker", "retrieval"] });
/** Without a worker, until a test starts one. */
const workerless = await startProductForFile({ parts: ["retrieval"] });

interface Scene {
  product: Product;
  customer: SignedIn;
  projectId: string;
}

interface Hit {
  evidence_id: string;
  chunk_id: string;
  title: string;
  scores: { keyword: number | null };
}

async function setScene(product: Product): Promise<Scene> {
  const customer = await product.signIn("customer");
  const body = { name: "P", framework: "soc2" };
  return { product, customer, projectId: (await customer.send("POST", "/api/v1/projects", body)).data.id };
}

async function upload({ customer, projectId }: Scene, pages = 3): Promise<string> {
  const bytes = await makePdf({
    pages: Array.from({ length: pages }, (_, page) =>
      Array.from({ length: 20 }, (__, n) => `Rule ${page}.${n}. ${SENTENCE}`),
    ),
  });
  const fields = { project_id: projectId, control_id: "CC6.4", title: OLD_TITLE };
  return (await customer.upload({ name: "a.pdf", bytes }, fields)).data.id;
}

const rename = (scene: Scene, id: string, title: string) =>
  scene.customer.send("PUT", `/api/v1/evidence/${id}`, { title });

const completed = ({ customer }: Scene, id: string) => untilIngested(customer, id, WAIT_MS);

async function search({ customer, projectId }: Scene, query: string): Promise<Hit[]> {
  const body = { query, project_id: projectId, user_id: customer.id };
  return (await customer.send("POST", "/api/v1/retrieval/search", body)).data.results;
}

/** Whether the index contains the words of a title, which occur in no text. */
const foundByWord = async (scene: Scene, title: string): Promise<boolean> =>
  (await search(scene, title)).some((hit) => hit.scores.keyword !== null);

const query = <T>({ product }: Scene, sql: string, values: unknown[]): Promise<T[]> =>
  product.orm.em.fork().execute<T[]>(sql, values);

const revisions = async (scene: Scene, id: string): Promise<number[]> =>
  (
    await query<{ revision: number }>(
      scene,
      "select distinct revision from evidence_chunks where evidence_id = ? order by revision",
      [id],
    )
  ).map((row) => row.revision);

const indexedIds = ({ product }: Scene, id: string) => indexedPassages(product.config, { evidence_id: id });

const rowIds = async (scene: Scene, id: string): Promise<string[]> =>
  (
    await query<{ id: string }>(scene, "select id from evidence_chunks where evidence_id = ? order by id", [
      id,
    ])
  ).map((row) => row.id);

describe("a new title", () => {
  test("is found by its words; the text stays searchable, without mixing old and new passages", async () => {
    const scene = await setScene(shared);
    const id = await upload(scene);
    await completed(scene, id);
    expect([await foundByWord(scene, OLD_TITLE), await foundByWord(scene, NEW_TITLE)]).toEqual([true, false]);
    expect((await rename(scene, id, NEW_TITLE)).status).toBe(200);
    const refreshed = async () => {
      const hits = await search(scene, "when do visitors return the badge");
      expect(hits.length).toBeGreaterThan(0);
      expect(new Set(hits.map((hit) => revisionOf(hit.chunk_id))).size).toBe(1);
      return revisions(scene, id);
    };
    await waitFor(refreshed, (left) => left.join() === "1", WAIT_MS);
    expect([await foundByWord(scene, OLD_TITLE), await foundByWord(scene, NEW_TITLE)]).toEqual([false, true]);
    expect(await indexedIds(scene, id)).toEqual(await rowIds(scene, id));
    const evidence = (await scene.customer.get(`/api/v1/evidence/${id}`)).data;
    expect(evidence).toMatchObject({ title: NEW_TITLE, chunk_count: (await rowIds(scene, id)).length });
    const folder = join(scene.product.config.DATA_DIR, "blobs", "evidence", id, "passages");
    expect(existsSync(folder) && readdirSync(folder)).toEqual(["1"]);
  }, 240_000);

  test("changed repeatedly and concurrently: the last one wins and nothing else is left", async () => {
    const scene = await setScene(shared);
    const id = await upload(scene);
    await completed(scene, id);
    const titles = ["Alpaca", "Badger", "Cheetah", "Dolphin", "Echidna"];
    const answers = await Promise.all(titles.map((title) => rename(scene, id, title)));
    expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200));
    const { title } = (await scene.customer.get(`/api/v1/evidence/${id}`)).data;
    const [row] = await waitFor(
      () =>
        query<{ indexed_title: string; revision: number; indexed_revision: number }>(
          scene,
          "select indexed_title, revision, indexed_revision from evidence where id = ?",
          [id],
        ),
      ([state]) => state?.indexed_title === title,
      WAIT_MS,
    );
    expect(row).toMatchObject({ revision: 5, indexed_revision: 5 });
    await waitFor(
      () => revisions(scene, id),
      (left) => left.join() === "5",
      WAIT_MS,
    );
    await waitFor(
      async () => (await indexedIds(scene, id)).join() === (await rowIds(scene, id)).join(),
      Boolean,
      WAIT_MS,
    );
    for (const word of [OLD_TITLE, ...titles])
      expect([word, await foundByWord(scene, word)]).toEqual([word, word === title]);
    const events = await query<{ data: { revision: number; changed: string[] } }>(
      scene,
      "select data from events where subject_id = ? and kind = 'evidence.updated'",
      [id],
    );
    expect(events.map(({ data }) => data.revision).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    expect(events[0]?.data.changed).toEqual(["title"]);
  }, 240_000);

  test("changed before the file was read: the first passages have it, or are replaced", async () => {
    const scene = await setScene(workerless);
    const id = await upload(scene);
    await rename(scene, id, NEW_TITLE);
    const worker = await workerless.start("worker");
    await completed(scene, id);
    await waitFor(() => foundByWord(scene, NEW_TITLE), Boolean, WAIT_MS);
    expect(await foundByWord(scene, OLD_TITLE)).toBe(false);
    await worker.stop();
  }, 240_000);

  test("equal to the old one, or a change of tags, keeps the passages", async () => {
    const scene = await setScene(shared);
    const id = await upload(scene);
    await completed(scene, id);
    await rename(scene, id, OLD_TITLE);
    await scene.customer.send("PUT", `/api/v1/evidence/${id}`, { tags: ["badges"] });
    const events = await query<{ data: { changed: string[] } }>(
      scene,
      "select data from events where subject_id = ? and kind = 'evidence.updated'",
      [id],
    );
    expect(events.map(({ data }) => data.changed)).toEqual([["tags"]]);
    expect(await revisions(scene, id)).toEqual([0]);
  }, 240_000);

  test("of evidence that is then deleted or replaced: nothing is left behind", async () => {
    const scene = await setScene(workerless);
    const worker = await workerless.start("worker");
    const [deleted, replaced] = [await upload(scene), await upload(scene)];
    for (const id of [deleted, replaced]) await completed(scene, id);
    await worker.stop();
    for (const id of [deleted, replaced]) await rename(scene, id, NEW_TITLE);
    await workerless.start("worker");
    const inSecondSet = async () =>
      (await revisions(scene, deleted)).length + (await revisions(scene, replaced)).length;
    await waitFor(inSecondSet, (count) => count > 2, WAIT_MS);
    await scene.customer.send("DELETE", `/api/v1/evidence/${deleted}`);
    const bytes = await makePdf({ pages: [["The second edition."]] });
    await scene.customer.upload(
      { name: "b.pdf", bytes },
      {} as never,
      `/api/v1/evidence/${replaced}/versions`,
    );
    for (const id of [deleted, replaced]) {
      const left = async () => [...(await rowIds(scene, id)), ...(await indexedIds(scene, id))];
      await waitFor(left, (ids) => ids.length === 0, WAIT_MS);
    }
    const blobs = join(scene.product.config.DATA_DIR, "blobs", "evidence");
    await waitFor(
      () => Promise.resolve(existsSync(join(blobs, deleted))),
      (there) => !there,
      WAIT_MS,
    );
    expect((await scene.customer.fetch(`/api/v1/evidence/${replaced}/file`)).status).toBe(200);
  }, 240_000);
});

describe("a better description", () => {
  test("raises the quality, and keeps the passages", async () => {
    const scene = await setScene(shared);
    const id = await upload(scene);
    const before = await completed(scene, id);
    const description = "Shows how visitor badges are issued and taken back at the gate";
    await scene.customer.send("PUT", `/api/v1/evidence/${id}`, { description });
    await waitFor(
      async () => (await scene.customer.get(`/api/v1/evidence/${id}`)).data.quality_score,
      (score) => score > before.quality_score,
      WAIT_MS,
    );
    expect(await revisions(scene, id)).toEqual([0]);
  }, 240_000);
});
