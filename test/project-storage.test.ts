import { beforeEach, describe, expect, test } from "@jest/globals";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import type { UploadFields } from "./support/api-client.ts";
import { newId } from "../platform/ids.ts";
import { answerTo } from "./support/raw-http.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { formWith } from "../testkit/form-with.ts";

let projectId: string;

const upload = (title: string, file = bytes) =>
  customer.upload(
    { name: `${title}.pdf`, bytes: file },
    { project_id: projectId, control_id: "CC6.1", title },
  );
const storage = async () => (await customer.get(`/api/v1/projects/${projectId}`)).data.storage as object;
const folders = () => readdir(join(product.config.DATA_DIR, "blobs", "evidence")).catch(() => []);

const bytes = await makePdf({ pages: [["A page of evidence."]] });
// Room for two of these, but not three.
const limit = String(bytes.length * 2 + 100);
const product = await startProductForFile({ environment: { PROJECT_STORAGE_BYTES: limit } });
const customer = await product.signIn("customer");
beforeEach(async () => {
  const body = { name: "P", framework: "soc2" };
  projectId = (await customer.send("POST", "/api/v1/projects", body)).data.id;
});

test("a project reports the size of its files and the limit", async () => {
  const limit = product.config.PROJECT_STORAGE_BYTES;
  expect(await storage()).toEqual({ used_bytes: 0, limit_bytes: limit });
  await upload("one");
  expect(await storage()).toEqual({ used_bytes: bytes.length, limit_bytes: limit });
});

test("an upload beyond the limit is refused with the figures, and leaves nothing behind", async () => {
  await upload("one");
  const { data } = await upload("two");
  const stored = (await folders()).length;
  const limit = product.config.PROJECT_STORAGE_BYTES;
  for (const refused of [
    await upload("three"),
    // Replaced versions still count.
    await customer.upload(
      { name: "v.pdf", bytes },
      {} as UploadFields,
      `/api/v1/evidence/${data.id}/versions`,
    ),
  ]) {
    expect([refused.status, refused.body.error.code]).toEqual([413, "VALIDATION_ERROR"]);
    expect(refused.body.error.details).toMatchObject({ used_bytes: bytes.length * 2, limit_bytes: limit });
    expect(refused.body.error.message).toContain("PROJECT_STORAGE_BYTES");
  }
  expect((await folders()).length).toBe(stored);
  expect(await storage()).toMatchObject({ used_bytes: bytes.length * 2 });
});

test("of simultaneous uploads, only as many are accepted as fit", async () => {
  const before = (await folders()).length;
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => upload(`file ${n}`)));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, 201, 413, 413, 413, 413]);
  expect(await storage()).toMatchObject({ used_bytes: bytes.length * 2 });
  expect((await folders()).length - before).toBe(2);
});

test("other projects have their own limit, also for copies", async () => {
  const { data } = await upload("one");
  await upload("two");
  const other = (await customer.send("POST", "/api/v1/projects", { name: "Other", framework: "soc2" })).data
    .id;
  const reuse = () =>
    customer.send("POST", `/api/v1/evidence/${data.id}/reuse`, { project_id: other, control_id: "CC6.1" });
  expect([(await reuse()).status, (await reuse()).status, (await reuse()).status]).toEqual([201, 201, 413]);
});

describe("a file that does not fit is refused before it is read", () => {
  const FIRST_FIELDS = (id: string) =>
    `--x\r\nContent-Disposition: form-data; name="project_id"\r\n\r\n${id}\r\n` +
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7';
  const LARGE = "Content-Length: 31457280";

  /** The response after this much of an upload was sent and the sender then stalls. */
  const begin = (path: string, sent: string, ...headers: string[]) =>
    answerTo(product.config.PORT, [
      `POST ${path} HTTP/1.1`,
      "Host: x",
      `Authorization: Bearer ${customer.token}`,
      "Content-Type: multipart/form-data; boundary=x",
      ...headers,
      "",
      sent,
    ]);
  const figures = (used: number) => ({
    error: {
      details: { field: "file", used_bytes: used, limit_bytes: product.config.PROJECT_STORAGE_BYTES },
    },
  });

  test("if the field before it names the project", async () => {
    await upload("one");
    const answer = await begin("/api/v1/evidence", FIRST_FIELDS(projectId), LARGE);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([413, figures(bytes.length)]);
  });

  test("if the path names the replaced evidence", async () => {
    const { data } = await upload("one");
    const answer = await begin(`/api/v1/evidence/${data.id}/versions`, "", LARGE);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([413, figures(bytes.length)]);
  });

  test("as soon as it is too long, if its length is unknown", async () => {
    const part = FIRST_FIELDS(projectId) + "x".repeat(bytes.length * 3);
    const chunk = `${part.length.toString(16)}\r\n${part}\r\n`;
    const answer = await begin("/api/v1/evidence", chunk, "Transfer-Encoding: chunked");
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([413, figures(0)]);
  });

  test("also for an unknown or invisible project", async () => {
    const unknown = await begin("/api/v1/evidence", FIRST_FIELDS(newId()), LARGE);
    const stranger = await product.signIn("customer");
    const body = { name: "Theirs", framework: "soc2" };
    const theirs = (await stranger.send("POST", "/api/v1/projects", body)).data.id;
    const foreign = await begin("/api/v1/evidence", FIRST_FIELDS(theirs), LARGE);
    expect([unknown.status, foreign.status]).toEqual([404, 404]);
  });

  test("a retry of an accepted upload gets its response, however full the project is", async () => {
    const retry = () => {
      const form = formWith(
        {
          project_id: projectId,
          control_id: "CC6.1",
          title: "Same",
        },
        { name: "same.pdf", bytes },
      );
      const headers = { "idempotency-key": "the-same" };
      return customer.fetch("/api/v1/evidence", { method: "POST", headers, body: form });
    };
    await retry();
    await upload("two");
    const replayed = await retry();
    expect([replayed.status, replayed.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
  });
});
