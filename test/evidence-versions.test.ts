import { expect, test } from "@jest/globals";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import type { UploadFields } from "./support/api-client.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { meanwhile } from "./support/meanwhile.ts";

const { product, customer, pdf, uploaded } = await startEvidenceProject();

const addVersion = (id: string) =>
  customer.upload({ name: "a.pdf", bytes: pdf }, {} as UploadFields, `/api/v1/evidence/${id}/versions`);
const added = async (id: string): Promise<string> => {
  const { status, data } = await addVersion(id);
  expect(status).toBe(201);
  return data.id;
};
const numberOf = async (id: string) => (await customer.get(`/api/v1/evidence/${id}`)).data.version;
const remove = (id: string) => customer.send("DELETE", `/api/v1/evidence/${id}`);

test("a new version supersedes the one before, which stays downloadable", async () => {
  const first = await uploaded({ title: "Plan", tags: "a" });
  const answer = await customer.upload(
    { name: "plan-2.pdf", bytes: pdf },
    { title: undefined } as never,
    `/api/v1/evidence/${first}/versions`,
  );
  expect([answer.status, answer.data]).toEqual([
    201,
    expect.objectContaining({
      version: 2,
      previous_id: first,
      title: "Plan",
      tags: ["a"],
      file_name: "plan-2.pdf",
      status: "pending",
    }),
  ]);
  expect((await customer.get(`/api/v1/evidence/${first}`)).data.status).toBe("superseded");
  expect((await customer.fetch(`/api/v1/evidence/${first}/file`)).status).toBe(200);
  const again = await customer.upload(
    { name: "plan-3.pdf", bytes: pdf },
    { title: undefined } as never,
    `/api/v1/evidence/${first}/versions`,
  );
  expect(again.body.error.code).toBe("CONFLICT");
});

test("a version is added to the newest existing one, even if newer ones were deleted", async () => {
  const first = await uploaded();
  const second = await added(first);
  const third = await added(second);
  const refused = (await addVersion(first)).body.error;
  expect([refused.code, refused.details]).toEqual([
    "CONFLICT",
    { reason: "newer_version", newest_id: third },
  ]);

  await remove(third);
  expect((await addVersion(first)).body.error.details).toEqual({
    reason: "newer_version",
    newest_id: second,
  });
  expect((await customer.get(`/api/v1/evidence/${second}`)).data.status).toBe("superseded");
  const fourth = await added(second);
  expect(await numberOf(fourth)).toBe(4);

  // One in the middle; the newest version stays the newest.
  await remove(second);
  await product.orm.em.fork().nativeDelete(Evidence, { id: second });
  expect((await addVersion(first)).body.error.details).toEqual({
    reason: "newer_version",
    newest_id: fourth,
  });

  await remove(fourth);
  await product.orm.em.fork().nativeDelete(Evidence, { id: { $in: [third, fourth] } });
  const { status, data } = await addVersion(first);
  expect([status, data.version, data.previous_id]).toEqual([201, 5, first]);
  expect((await addVersion(first)).body.error.details).toEqual({
    reason: "newer_version",
    newest_id: data.id,
  });
});

test("one of two simultaneous new versions finds the older one replaced", async () => {
  const id = await uploaded();
  const answers = await meanwhile(product, id, [() => addVersion(id), () => addVersion(id)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test("one of two simultaneous new versions is too late after the newest was deleted", async () => {
  const id = await uploaded();
  await remove(await added(id));
  const answers = await meanwhile(product, id, [() => addVersion(id), () => addVersion(id)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});
