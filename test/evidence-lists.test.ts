import { describe, expect, test } from "@jest/globals";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { CHUNKING_STATUSES, EVIDENCE_STATUSES, awaitsReview } from "../domain/evidence/evidence.rules.ts";
import { Project } from "../domain/projects/project.entity.ts";
import { newId } from "../platform/ids.ts";
import type { ApiClient, UploadFields } from "./support/api-client.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";

const { product, customer, auditor, admin, foreign, projectId, pdf, uploaded } = await startEvidenceProject();

const EVIDENCE = "/api/v1/evidence";

const idsIn = async (client: ApiClient, query: string): Promise<string[]> => {
  const { status, data } = await client.get(`${EVIDENCE}?limit=100&${query}`);
  expect([query, status]).toEqual([query, 200]);
  return data.evidence.map(({ id }: { id: string }) => id).toSorted();
};

describe("lists of evidence", () => {
  test("filter by uploader, and by owner of the control", async () => {
    const own = await uploaded({ control_id: "CC7.1" });
    const other = await admin.upload(
      { name: "b.pdf", bytes: pdf },
      { project_id: projectId, control_id: "CC7.2", title: "B" },
    );
    const body = { owner_id: customer.id };
    await customer.send("PUT", `/api/v1/projects/${projectId}/controls/CC7.2`, body);
    expect(await idsIn(customer, "uploaded_by=me")).toEqual([own]);
    expect(await idsIn(customer, `uploaded_by=${admin.id}`)).toEqual([other.data.id]);
    expect(await idsIn(customer, "uploaded_by=nobody")).toEqual([]);
    expect(await idsIn(customer, "owner_id=me")).toEqual([other.data.id]);
    expect(await idsIn(auditor, "owner_id=me")).toEqual([]);
    expect(await idsIn(auditor, `owner_id=${customer.id}`)).toEqual([other.data.id]);
    expect(await idsIn(foreign, `owner_id=${customer.id}`)).toEqual([]);

    const owned = async (client: ApiClient): Promise<string[]> => {
      const { data } = await client.get(`/api/v1/compliance/controls?project_id=${projectId}&owner_id=me`);
      return data.controls.map(({ number }: { number: string }) => number);
    };
    expect([await owned(customer), await owned(auditor)]).toEqual([["CC7.2"], []]);
  });

  test("show what the caller may review now, in agreement with the rules", async () => {
    const em = product.orm.em.fork();
    const template = await em.findOneOrFail(Evidence, { id: await uploaded() });
    const { project, control, title, fileName, fileSize, contentType, format, sha256, uploadedAt } = template;
    const file = {
      title,
      fileName,
      fileSize,
      contentType,
      format,
      sha256,
      uploadedAt,
      updatedAt: uploadedAt,
    };
    const common = { ...file, project: project.id, control: control.id };
    const rows = EVIDENCE_STATUSES.flatMap((status) =>
      CHUNKING_STATUSES.flatMap((chunkingStatus) =>
        [0, 1].flatMap((ingestionAttempt) =>
          [true, false].flatMap((approvedUnread) =>
            [customer.id, auditor.id].map((uploadedBy) => {
              const states = { status, chunkingStatus, ingestionAttempt, approvedUnread };
              return { ...common, ...states, id: newId(), uploadedBy };
            }),
          ),
        ),
      ),
    );
    await em.insertMany(Evidence, rows);
    const mine = rows.map(({ id }) => id);
    const reviewable = async (client: ApiClient): Promise<string[]> => {
      const ids = await idsIn(client, `status=${EVIDENCE_STATUSES.join()}&reviewable=true`);
      return ids.filter((id) => mine.includes(id));
    };
    const waiting = rows.filter(awaitsReview);
    const idsOf = (some: typeof rows) => some.map(({ id }) => id).toSorted();
    expect(waiting.length).toBeGreaterThan(40);
    expect(await reviewable(admin)).toEqual(idsOf(waiting));
    expect(await reviewable(auditor)).toEqual(
      idsOf(waiting.filter(({ uploadedBy }) => uploadedBy !== auditor.id)),
    );
    expect(await reviewable(customer)).toEqual([]);
    const answer = await admin.get(`${EVIDENCE}?reviewable=false`);
    expect([answer.status, answer.body.error.details["field"]]).toEqual([400, "reviewable"]);

    await em.nativeUpdate(Project, { id: projectId }, { status: "archived" });
    expect(await reviewable(admin)).toEqual([]);
    await em.nativeUpdate(Project, { id: projectId }, { status: "active" });
  });

  test("of a quality have as many rows as the score counts", async () => {
    const em = product.orm.em.fork();
    const rows = await em.find(Evidence, { project: projectId }, { orderBy: { id: "asc" } });
    const ids = rows.map(({ id }) => id);
    const scores = [59, 60, 79, 80, 100];
    for (const [at, qualityScore] of scores.entries())
      await em.nativeUpdate(Evidence, { id: ids.filter((_, n) => n % 7 === at) }, { qualityScore });
    const { data } = await admin.get(`/api/v1/compliance/score?project_id=${projectId}`);
    const { total, high_quality: high, good_quality: good, needs_improvement: weak } = data.evidence_quality;
    const listed = async (quality: string): Promise<number> =>
      (await admin.get(`${EVIDENCE}?project_id=${projectId}&quality=${quality}`)).data.pagination.total;
    expect([await listed("high"), await listed("good"), await listed("weak")]).toEqual([high, good, weak]);
    expect(await listed("high,good,weak")).toBe(total);
    expect([high, good, weak].every((count) => count > 0)).toBe(true);
  });

  test("match their totals", async () => {
    const numbers = async (client: ApiClient, query: string) =>
      (await client.get(`${EVIDENCE}/stats?${query}`)).data;
    for (const query of ["", "status=approved", "reviewable=true", "uploaded_by=me&chunking_status=FAILED"])
      for (const client of [admin, auditor, customer, foreign]) {
        const { total, status, chunking_status: reading } = await numbers(client, `page=0&${query}`);
        const { pagination } = (await client.get(`${EVIDENCE}?${query}`)).data;
        expect([query, total]).toEqual([query, pagination.total]);
        const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
        expect([sum(status), sum(reading)]).toEqual([total, total]);
      }
    const { status } = await numbers(admin, "status=pending,superseded");
    expect(status).toEqual({
      pending: expect.any(Number),
      approved: 0,
      rejected: 0,
      expired: 0,
      superseded: 40,
      quarantined: 0,
    });
  });
});

describe("the versions of a piece of evidence", () => {
  const addVersion = async (id: string): Promise<string> => {
    const { data } = await customer.upload(
      { name: "a.pdf", bytes: pdf },
      {} as UploadFields,
      `${EVIDENCE}/${id}/versions`,
    );
    return data.id;
  };
  const versionsOf = async (id: string, client: ApiClient = customer): Promise<[number, string][]> => {
    const { data } = await client.get(`${EVIDENCE}/${id}/versions`);
    return data.versions.map((one: { version: number; id: string }) => [one.version, one.id]);
  };

  test("are listed newest first, from any version, even around a deleted one", async () => {
    const first = await uploaded();
    expect(await versionsOf(first)).toEqual([[1, first]]);
    const second = await addVersion(first);
    const third = await addVersion(second);
    const all = [
      [3, third],
      [2, second],
      [1, first],
    ];
    for (const id of [first, second, third]) expect(await versionsOf(id, auditor)).toEqual(all);
    expect((await customer.get(`${EVIDENCE}/${first}/versions?limit=1&page=2`)).data).toMatchObject({
      versions: [{ id: second }],
      pagination: { page: 2, limit: 1, total: 3, pages: 3 },
    });

    await customer.send("DELETE", `${EVIDENCE}/${second}`);
    await product.orm.em.fork().nativeDelete(Evidence, { id: second });
    for (const id of [first, third])
      expect(await versionsOf(id)).toEqual([
        [3, third],
        [1, first],
      ]);
  });

  test("are invisible to others", async () => {
    const id = await uploaded();
    expect((await foreign.get(`${EVIDENCE}/${id}/versions`)).status).toBe(404);
  });
});
