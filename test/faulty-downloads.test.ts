import { beforeEach, expect, test } from "@jest/globals";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { newProject } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { startS3Server, type S3Fault } from "./support/s3-server.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { uploadQuestionnaire } from "./support/upload-questionnaire.ts";

const server = await stopAfterAll(startS3Server());
const product = await startProductForFile({ environment: server.environment });
const customer = await product.signIn("customer");
const projectId = await newProject(customer);
const pdf = await makePdf({ pages: [["Access reviews take place every quarter."]] });
const IN_TIME_MS = 10_000;
let id: string;

beforeEach(async () => {
  server.faultOf = () => null;
  const about = { project_id: projectId, control_id: "CC6.1" };
  id = (await customer.upload({ name: "review.pdf", bytes: pdf }, about)).data.id;
  // In place of a worker, which would draw it.
  server.objects.set(`evidence/${id}/thumbnail.png`, Buffer.alloc(5_000, "x"));
  await product.orm.em.fork().nativeUpdate(Evidence, { id }, { hasThumbnail: true });
});

const failWith = (fault: S3Fault, wanted = "GET"): void => {
  server.faultOf = (method) => (method === wanted ? fault : null);
};
const read = async (what: "file" | "thumbnail", headers: Record<string, string> = {}) => {
  const signal = AbortSignal.timeout(IN_TIME_MS);
  const answer = await customer.fetch(`/api/v1/evidence/${id}/${what}`, { headers, signal });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** Neither a whole answer, nor one that the caller waits for. */
async function expectBroken(work: Promise<{ status: number }>): Promise<void> {
  const failure = await work.then(
    ({ status }) => ({ status }),
    (error: Error) => error,
  );
  if (failure instanceof Error) expect(failure.name).toBe("TypeError");
  else expect(failure.status).toBeGreaterThanOrEqual(500);
}

const KINDS: S3Fault[] = ["cut", "short"];
test.each(KINDS)("a store that is %s in the middle never makes a whole download", async (fault) => {
  failWith(fault);
  await expectBroken(read("file"));
  await expectBroken(read("thumbnail"));
  server.faultOf = () => null;
  expect((await read("file")).bytes).toEqual(pdf);
  expect((await read("thumbnail")).bytes).toHaveLength(5_000);
});

test("a store that reports too small a size does not make half a file the whole one", async () => {
  failWith("short", "HEAD");
  await expectBroken(read("file"));
  await expectBroken(read("file", { range: "bytes=-10" }));
  await expectBroken(read("thumbnail"));
});

test.each(KINDS)("a range is read again after the store was %s", async (fault) => {
  const range = { range: "bytes=-10" };
  failWith(fault);
  await expectBroken(read("file", range));
  server.faultOf = () => null;
  expect(await read("file", range)).toEqual({ status: 206, bytes: pdf.subarray(-10) });
  failWith(fault);
  await expectBroken(read("file", range));
});

test.each<S3Fault>(["cut", "short", "swapped"])(
  "a questionnaire is filled in whole or not at all by a store that is %s",
  async (fault) => {
    const questions = Array.from({ length: 20 }, (_, n) => `Do you review access rights in area ${n}?,`);
    const csv = ["Question,Answer", ...questions].join("\n");
    const id = await uploadQuestionnaire(customer, projectId, { name: "questions.csv", bytes: csv });
    const download = () => customer.fetch(`/api/v1/questionnaires/${id}/file`);
    failWith(fault);
    expect((await download()).status).toBe(fault === "cut" ? 503 : 500);
    server.objects.delete(`questionnaires/${id}/original`);
    server.faultOf = () => null;
    const missing = (await (await download()).json()) as object;
    expect(missing).toMatchObject({ error: { details: { reason: "file_missing" } } });
  },
);
