import { expect, test } from "@jest/globals";
import { read, utils } from "@e965/xlsx";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { makeXlsx } from "../dev/sample-files/make-workbook.ts";
import { Questionnaire, QuestionnaireItem } from "../domain/questionnaires/questionnaire.entity.ts";
import { questionnaireKeys } from "../domain/questionnaires/questionnaire.rules.ts";
import { systemClock } from "../platform/clock.ts";
import { createLogger } from "../platform/logger.ts";
import { openActAsUser } from "../workers/open-act-as-user.ts";
import { createSearchAsUser } from "../workers/questionnaires/search-as-user.ts";
import { eventKinds } from "./support/event-kinds.ts";
import { createPerson } from "./support/people.ts";
import { createBlobs } from "../platform/blobs/open-blobs.ts";
import { readZip } from "./support/read-zip.ts";
import { newProjectOf, signInPeople } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";
import { formWith } from "../testkit/form-with.ts";

const WAIT_MS = 240_000;
const PATH = "/api/v1/questionnaires";
const QUESTIONS = [
  "Is customer data encrypted at rest?",
  "How often are access rights reviewed?",
  "Which submarines do you operate?",
];
const ROWS = [
  ["Security questionnaire"],
  ["No.", "Question", "Response"],
  ...QUESTIONS.map((question, n) => [n + 1, question, null]),
];
const SHEET = "Security";

const product = await startProductForFile({ parts: ["worker", "retrieval"] });

const workbook = (rows: (string | number | null)[][] = ROWS) =>
  makeXlsx([
    { name: "Cover", rows: [["Dear vendor"]] },
    { name: SHEET, rows },
  ]);

function send(
  more: Record<string, string> = {},
  bytes = workbook(),
  name = "questions.xlsx",
  by = people.customer,
) {
  const form = formWith({ project_id: projectId, ...more }, { name, bytes });
  return by.fetch(PATH, { method: "POST", body: form });
}

interface PresentedItem {
  id: string;
  status: string;
  error: string | null;
  counts: Record<string, number>;
  progress: number;
}

async function uploaded(more: Record<string, string> = {}): Promise<string> {
  const response = await send(more);
  expect(response.status).toBe(201);
  return ((await response.json()) as { data: PresentedItem }).data.id;
}

const settled = (id: string) =>
  waitFor(
    async () => (await people.customer.get<PresentedItem>(`${PATH}/${id}`)).data,
    ({ status }) => status !== "answering",
    120_000,
  );

interface Item {
  id: string;
  row: number;
  state: string;
  answer: string | null;
  citations: { evidence_id: string; page: number; quote: string }[];
}
const itemsOf = async (id: string): Promise<Item[]> =>
  (await people.customer.get(`${PATH}/${id}/items`)).data.items as Item[];
const decide = (id: string, item: Item, body: object, by = people.customer) =>
  by.send("PUT", `${PATH}/${id}/items/${item.id}`, body);
const fileOf = async (id: string) => {
  const response = await people.auditor.fetch(`${PATH}/${id}/file`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

const POLICIES = [
  ["Cryptography policy", "All customer data is encrypted at rest with AES-256."],
  ["Access policy", "Access rights are reviewed every quarter by the owner of the system."],
];

async function addEvidence(pages = POLICIES, project_id = projectId): Promise<string> {
  const file = { name: "policy.pdf", bytes: await makePdf({ pages }) };
  const { data } = await people.customer.upload(file, { project_id, control_id: "CC6.1" });
  await untilIngested(people.customer, data.id, 120_000);
  return data.id;
}

const people = await signInPeople(product);
const projectId = await newProjectOf(people);
const evidenceId = await addEvidence();

test(
  "a questionnaire is answered from evidence, decided by users, and exported in its own layout",
  async () => {
    const id = await uploaded();
    const answered = await settled(id);
    expect(answered).toMatchObject({
      status: "answered",
      file_name: "questions.xlsx",
      sheet: SHEET,
      question_column: "B",
      answer_column: "C",
      questions: 3,
      counts: { open: 0, suggested: 2, no_evidence: 1 },
      progress: 1,
    });
    const [encrypted, reviewed, submarines] = await itemsOf(id);
    expect(encrypted).toMatchObject({
      row: 3,
      state: "suggested",
      answer: expect.stringContaining("All customer data is encrypted at rest with AES-256."),
      citations: [{ evidence_id: evidenceId, page: 1 }],
    });
    expect(reviewed).toMatchObject({ row: 4, citations: [{ evidence_id: evidenceId, page: 2 }] });
    expect(submarines).toMatchObject({ row: 5, state: "no_evidence", answer: null, citations: [] });

    expect((await decide(id, submarines!, { decision: "accept" })).status).toBe(409);
    expect((await decide(id, encrypted!, { decision: "accept" })).data).toMatchObject({
      state: "accepted",
      decided_by: people.customer.id,
    });
    expect((await decide(id, reviewed!, { decision: "reject" })).data.state).toBe("rejected");
    const answer = "=None, & never <had>";
    expect((await decide(id, submarines!, { decision: "edit", answer })).data).toMatchObject({
      state: "edited",
      answer,
    });

    const [before, after] = [workbook(), await fileOf(id)];
    const sheet = read(after, { type: "buffer" }).Sheets[SHEET]!;
    const rows: unknown[][] = utils.sheet_to_json(sheet, { header: 1, defval: null });
    expect(rows.map((row) => row[2])).toEqual([null, "Response", encrypted!.answer, null, answer]);
    expect(sheet["C5"]).not.toHaveProperty("f");
    const [old, fresh] = [await readZip(before), await readZip(after)];
    const changed = [...old.keys()].filter((path) => !old.get(path)!.equals(fresh.get(path)!));
    expect(changed.filter((path) => !path.startsWith("docProps/"))).toEqual(["xl/worksheets/sheet2.xml"]);
    expect(await eventKinds(product, id)).toEqual([
      "questionnaire.uploaded",
      "questionnaire.answered",
      "questionnaire.item_decided",
      "questionnaire.item_decided",
      "questionnaire.item_decided",
    ]);
  },
  WAIT_MS,
);

test(
  "a second run keeps users' decisions, and answers open questions from new evidence",
  async () => {
    const project_id = await newProjectOf(people); // In the other project, the question has been answered already.
    await addEvidence(POLICIES, project_id);
    const id = await uploaded({ project_id, sheet: SHEET, question_column: "b", answer_column: "C" });
    await settled(id);
    await decide(id, (await itemsOf(id))[0]!, { decision: "accept" });
    await addEvidence([["Fleet", "We operate the submarines Nautilus and Nemo in all oceans."]], project_id);
    expect((await people.customer.send("POST", `${PATH}/${id}/retry`)).status).toBe(200);
    expect((await settled(id)).counts).toMatchObject({ accepted: 1, suggested: 2, no_evidence: 0, open: 0 });
    const [, , submarines] = await itemsOf(id);
    expect(submarines!.answer).toContain("Nautilus");
    expect(await eventKinds(product, id)).toEqual([
      "questionnaire.uploaded",
      "questionnaire.answered",
      "questionnaire.item_decided",
      "questionnaire.retried",
      "questionnaire.answered",
    ]);
  },
  WAIT_MS,
);

test(
  "the project's roles decide who reads and who answers; outsiders see nothing",
  async () => {
    const id = await uploaded();
    await settled(id);
    const [item] = await itemsOf(id);
    expect((await people.auditor.get(`${PATH}/${id}/items`)).status).toBe(200);
    expect((await decide(id, item!, { decision: "accept" }, people.auditor)).status).toBe(403);
    expect((await decide(id, item!, { decision: "accept" }, people.foreign)).status).toBe(404);
    expect((await send({}, workbook(), "q.xlsx", people.auditor)).status).toBe(403);
    expect((await send({}, workbook(), "q.xlsx", people.foreign)).status).toBe(404);
    for (const path of ["", "/items", "/file"])
      expect((await people.foreign.fetch(`${PATH}/${id}${path}`)).status).toBe(404);
    expect((await people.foreign.get(PATH)).data.pagination.total).toBe(0);
    expect((await decide(id, { ...item!, id }, { decision: "reject" })).status).toBe(404);
  },
  WAIT_MS,
);

test("evidence is searched on behalf of the requester: invisible evidence is not found", async () => {
  const { config, orm } = product;
  const acting = openActAsUser({ config, orm, clock: systemClock, logger: createLogger("test", "silent") });
  const searchAs = createSearchAsUser({ orm, actAs: acting.actAs, retrievalUrl: config.retrievalUrl });
  const mine = await searchAs(people.customer.id);
  expect(await mine!(QUESTIONS[0]!, projectId, 1)).toEqual([
    expect.objectContaining({ evidence_id: evidenceId }),
  ]);
  const foreign = await searchAs(people.foreign.id);
  await expect(foreign!(QUESTIONS[0]!, projectId, 1)).rejects.toMatchObject({ status: 403 });
  const gone = await createPerson(orm, "customer", { active: false });
  expect(await searchAs(gone.id)).toBeNull();
  await acting.close();
});

test(
  "a CSV questionnaire is answered, and exported with the same delimiter and encoding",
  async () => {
    const text = 'Nr;Frage;Antwort\r\n1;"How is customer data\nencrypted at rest?";\r\n2;Größe?;\r\n';
    const response = await send({}, Buffer.from(text, "latin1"), "Fragen.csv");
    expect(response.status).toBe(201);
    const { id } = ((await response.json()) as { data: PresentedItem }).data;
    expect(await settled(id)).toMatchObject({ status: "answered", question_column: "B", answer_column: "C" });
    const [encrypted, size] = await itemsOf(id);
    expect([encrypted!.row, encrypted!.answer]).toEqual([2, expect.stringContaining("AES-256")]);
    await decide(id, encrypted!, { decision: "edit", answer: "Yes; with AES-256" });
    await decide(id, size!, { decision: "edit", answer: "Über 40" });
    const download = await people.auditor.fetch(`${PATH}/${id}/file`);
    expect(download.headers.get("content-type")).toBe("text/csv");
    expect(Buffer.from(await download.arrayBuffer()).toString("latin1")).toBe(
      text.replace('rest?";', 'rest?";"Yes; with AES-256"').replace("Größe?;", "Größe?;Über 40"),
    );
  },
  WAIT_MS,
);

test(
  "deleting a questionnaire or its project removes file and answers; an archived project accepts none",
  async () => {
    const blobs = await createBlobs(product.config);
    const left = async (id: string) => [
      await product.orm.em.fork().count(Questionnaire, { id }),
      await product.orm.em.fork().count(QuestionnaireItem, { questionnaire: id }),
      await blobs.size(questionnaireKeys(id).original),
    ];
    const one = await uploaded();
    expect((await people.customer.send("DELETE", `${PATH}/${one}`)).status).toBe(200);
    expect(await left(one)).toEqual([0, 0, null]);
    const project_id = await newProjectOf(people);
    const other = await uploaded({ project_id });
    await settled(other);
    for (const status of ["completed", "archived"])
      await people.admin.send("PUT", `/api/v1/projects/${project_id}`, { status });
    expect((await send({ project_id })).status).toBe(409);
    expect((await people.customer.send("POST", `${PATH}/${other}/retry`)).status).toBe(409);
    expect((await people.customer.send("DELETE", `${PATH}/${other}`)).status).toBe(409);
    await people.admin.send("DELETE", `/api/v1/projects/${project_id}`);
    expect((await people.customer.get(`${PATH}/${other}`)).status).toBe(404);
    const rest = await waitFor(
      () => left(other),
      ([rows]) => rows === 0,
      120_000,
    );
    expect(rest).toEqual([0, 0, null]);
  },
  WAIT_MS,
);
