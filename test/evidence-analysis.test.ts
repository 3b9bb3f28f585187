import { describe, expect, test } from "@jest/globals";
import { AssistantJob } from "../domain/assistant/job.entity.ts";
import { EvidenceChunk } from "../domain/evidence/evidence-chunk.entity.ts";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";

const { product, customer, projectId, uploaded } = await startEvidenceProject();
const TEXT =
  "Logical access to systems is restricted by role. Access rights are reviewed every quarter, and multi-factor " +
  "authentication protects information assets.";

const analyze = (body: object) => customer.send("POST", "/api/v1/ai/analyze", body);

/** Evidence in the given ingestion state, without a worker to process it. */
async function inState(state: Partial<Evidence>): Promise<string> {
  const id = await uploaded({ title: "Access policy" });
  await product.orm.em.fork().nativeUpdate(Evidence, { id }, state);
  return id;
}

/** Evidence that has been ingested. */
async function readEvidence(): Promise<string> {
  const id = await inState({ chunkingStatus: "COMPLETED" });
  const passage = { evidence: id, project: projectId, ordinal: 0, text: TEXT, page: 2, startOffset: 0 };
  const row = {
    ...passage,
    id: `${id}_00000`,
    revision: 0,
    headings: [],
    endOffset: TEXT.length,
  };
  await product.orm.em.fork().insert(EvidenceChunk, row);
  return id;
}

describe("a job about a piece of evidence", () => {
  test("compares it with its control at once: what it shows, what is missing, with which confidence", async () => {
    const evidence_id = await readEvidence();
    const { status, data } = await analyze({ kind: "evidence", evidence_id });
    expect(status).toBe(202);
    expect(data).toMatchObject({ status: "completed", progress: 1, project_id: projectId });
    const { result } = data;
    expect(result!.text).toMatch(/^Access policy covers at most \d+% of control CC6\.1 /);
    expect(result!.missing.length).toBeGreaterThan(0);
    expect(result!.confidence).toBeGreaterThan(0.1);
    expect(result!.confidence).toBeLessThan(1);
    for (const { chunk_id, page, quote } of result!.citations) {
      expect([chunk_id, page]).toEqual([`${evidence_id}_00000`, 2]);
      expect(TEXT).toContain(quote);
    }
    expect(result!.citations.length).toBeGreaterThan(0);
    expect((await customer.get(`/api/v1/ai/jobs/${data.id}`)).data).toEqual(data);
  });

  test("is in the requester's saved language, as are suggestions", async () => {
    const evidence_id = await readEvidence();
    const speak = (language: string | null) =>
      customer.send("PUT", `/api/v1/users/${customer.id}`, { preferences: { language } });
    await speak("de-AT");
    try {
      const { data } = await analyze({ kind: "evidence", evidence_id });
      expect(data.result!.text).toMatch(/^Access policy deckt höchstens \d+ % der Kontrolle CC6\.1 /);
      const { data: found } = await analyze({ kind: "control_suggestion", evidence_id });
      expect(found.result!.text).toMatch(/^Access policy passt am besten zu /);
      const suggestions = await customer.get(`/api/v1/ai/suggestions?project_id=${projectId}`);
      expect(suggestions.data.suggestions[0]?.title).toMatch(/^Nachweis für .* hochladen$/);
    } finally {
      await speak(null);
    }
  });

  const NOT_YET = "The file has not been read yet: ask again when its chunking_status is COMPLETED";
  const broken = "The pdf file is damaged.";
  test.each<[Partial<Evidence>, string]>([
    [{ chunkingStatus: "PENDING" }, NOT_YET],
    [{ chunkingStatus: "PROCESSING" }, NOT_YET],
    [{ chunkingStatus: "FAILED", ingestionError: broken }, `The file could not be read: ${broken}`],
    [{ chunkingStatus: "QUARANTINED", status: "quarantined" }, "The file is quarantined and was not read"],
    [
      { chunkingStatus: "COMPLETED", status: "superseded" },
      "A new version replaced the file: ask about that one",
    ],
  ])("is refused while the evidence is %j", async (state, message) => {
    const evidence_id = await inState(state);
    const jobs = () => product.orm.em.fork().count(AssistantJob);
    const before = await jobs();
    for (const kind of ["evidence", "control_suggestion"]) {
      const { status, body } = await analyze({ kind, evidence_id });
      expect([status, body.error]).toMatchObject([
        409,
        { code: "CONFLICT", message, details: { chunking_status: state.chunkingStatus } },
      ]);
    }
    expect(await jobs()).toBe(before);
  });

  test("suggests controls with reasons", async () => {
    const { data } = await analyze({ kind: "control_suggestion", evidence_id: await readEvidence() });
    const [first] = data.result!.controls;
    expect(first!.number).toMatch(/^CC6\./);
    expect(first!.reasons).toEqual(
      expect.arrayContaining(['both mention "logical"', 'both mention "factor"']),
    );
    const scores = data.result!.controls.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
  });
});
