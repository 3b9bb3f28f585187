import { expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { backUpDatabase } from "./support/database-backup.ts";
import { newProjectOf, signInPeople } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";

/* An older backup of the database, under the files and the search index of today. */

const WAIT_MS = 120_000;
const product = await startProductForFile({ parts: ["worker", "retrieval"] });
const people = await signInPeople(product);
const { admin, customer } = people;

async function addEvidence(projectId: string, word: string): Promise<string> {
  const bytes = await makePdf({ pages: [[`The owner of the ${word} reviews access every quarter.`]] });
  const fields = { project_id: projectId, control_id: "CC6.1", title: word };
  const { data } = await customer.upload({ name: `${word}.pdf`, bytes }, fields);
  await untilIngested(customer, data.id, WAIT_MS);
  return data.id;
}

const found = async (projectId: string, word: string): Promise<string[]> => {
  const body = { query: `owner of the ${word}`, project_id: projectId, user_id: customer.id };
  const { status, data } = await customer.send("POST", "/api/v1/retrieval/search", body);
  expect(status).toBe(200);
  return (data.results as { evidence_id: string }[]).map(({ evidence_id: id }) => id);
};
const fileOf = (id: string) => customer.fetch(`/api/v1/evidence/${id}/file`);
const hasFiles = (id: string): Promise<boolean> =>
  access(join(product.config.DATA_DIR, "blobs", "evidence", id, "original")).then(
    () => true,
    () => false,
  );
const untilRemoved = (id: string) =>
  waitFor(
    () => hasFiles(id),
    (has) => !has,
    WAIT_MS,
  );

async function deleteProject(id: string): Promise<void> {
  expect((await admin.send("DELETE", `/api/v1/projects/${id}`)).status).toBe(202);
  const deletion = async () => (await admin.get(`/api/v1/projects/${id}/deletion`)).status;
  await waitFor(deletion, (status) => status === 404, WAIT_MS);
}

async function rebuildIndex(): Promise<void> {
  const { DATABASE_URL, ELASTICSEARCH_URL, ELASTICSEARCH_INDEX_PREFIX, DATA_DIR, MODEL_DIR } = product.config;
  const own = { DATABASE_URL, ELASTICSEARCH_URL, ELASTICSEARCH_INDEX_PREFIX, DATA_DIR, MODEL_DIR };
  await promisify(execFile)(process.execPath, ["dev/rebuild-index.ts"], { env: { ...process.env, ...own } });
}

test(
  "shows nothing that is newer, finds what it has again after a rebuild, and says which files are lost",
  async () => {
    const [kept, gone] = [await newProjectOf(people), await newProjectOf(people)];
    const stays = await addEvidence(kept, "lighthouse");
    const lost = await addEvidence(kept, "windmill");
    const ofGone = await addEvidence(gone, "aqueduct");
    const backup = await backUpDatabase(product.config.DATABASE_URL);
    const newer = await addEvidence(kept, "observatory");
    expect((await customer.send("DELETE", `/api/v1/evidence/${lost}`)).status).toBeLessThan(300);
    await deleteProject(gone);
    await Promise.all([untilRemoved(lost), untilRemoved(ofGone)]);
    expect(await found(kept, "observatory")).toContain(newer);

    await backup.restore();
    const isBack = async () => (await customer.get(`/api/v1/evidence/${lost}`)).status;
    await waitFor(isBack, (status) => status === 200, WAIT_MS);
    // The files and passages of the newer evidence are still there.
    expect(await hasFiles(newer)).toBe(true);
    expect((await customer.get(`/api/v1/evidence/${newer}`)).status).toBe(404);
    expect((await fileOf(newer)).status).toBe(404);
    expect(await found(kept, "observatory")).not.toContain(newer);
    expect(await found(kept, "lighthouse")).toContain(stays);

    await rebuildIndex();
    expect(await found(kept, "observatory")).not.toContain(newer);
    expect(await found(kept, "windmill")).toContain(lost);
    expect(await found(gone, "aqueduct")).toContain(ofGone);
    expect((await fileOf(stays)).status).toBe(200);
    for (const id of [lost, ofGone])
      expect(await (await fileOf(id)).json()).toMatchObject({
        error: { details: { reason: "file_missing" } },
      });

    // The deletions are undone: repeated, they end.
    await deleteProject(gone);
    expect((await customer.send("DELETE", `/api/v1/evidence/${lost}`)).status).toBeLessThan(300);
    expect(await found(kept, "windmill")).not.toContain(lost);
  },
  WAIT_MS * 4,
);
