import { beforeAll, describe, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { makeXlsx } from "../dev/sample-files/make-workbook.ts";
import { Event } from "../domain/events/event.entity.ts";
import { keyHeaders } from "./support/api-keys.ts";
import type { AnswerData } from "./support/answer-types.ts";
import { newProjectOf } from "./support/new-project.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";
import { uploadQuestionnaire } from "./support/upload-questionnaire.ts";

/* Answers to earlier questionnaires are proposed for new ones: which, and to whom. */

const WAIT_MS = 240_000;
const PATH = "/api/v1/questionnaires";

interface Earlier {
  item_id: string;
  questionnaire_id: string;
  project_id: string;
  file_name: string;
  question: string;
  decided_by: string;
  answer: string;
}
type Item = AnswerData<"get", `${typeof PATH}/${string}/items`>["items"][number] & {
  /** Its id. */
  questionnaire: string;
};

const product = await startProductForFile({ parts: ["worker", "retrieval"] });

const newProject = (name: string, customer_id: string): Promise<string> =>
  newProjectOf(people, { name, customer_id });

/** A questionnaire whose answers have been looked up, with its questions. */
async function askAll(
  questions: string[],
  projectId = projects.first,
  by = people.customer,
): Promise<Item[]> {
  const rows = [["Question", "Answer"], ...questions.map((question) => [question, null])];
  const file = { name: "questions.xlsx", bytes: makeXlsx([{ name: "S", rows }]) };
  const id = await uploadQuestionnaire(by, projectId, file);
  const path = `${PATH}/${id}` as const;
  const isDone = ({ status }: { status: string }): boolean => status !== "answering";
  expect((await waitFor(async () => (await by.get(path)).data, isDone, 120_000)).status).toBe("answered");
  const { items } = (await by.get(`${path}/items`)).data;
  return items.map((item) => ({ ...item, questionnaire: id }));
}

const pathOf = ({ questionnaire, id }: Item) => `${PATH}/${questionnaire}/items/${id}` as const;
const decide = (item: Item, body: object, by = people.customer) => by.send("PUT", pathOf(item), body);
const edit = async (item: Item, answer: string): Promise<void> =>
  expect((await decide(item, { decision: "edit", answer })).status).toBe(200);
const reuse = (item: Item, earlier: Item, by = people.customer) =>
  decide(item, { decision: "reuse", earlier_item_id: earlier.id }, by);
const earlierOf = async (item: Item, by = people.customer): Promise<Earlier[]> =>
  (await by.get(`${pathOf(item)}/earlier-answers`)).data.earlier_answers as Earlier[];

/** The items for the same question in another questionnaire. */
const askOne = async (question: string, projectId?: string, by?: SignedIn): Promise<Item> =>
  (await askAll([question], projectId, by))[0]!;

const people = {
  admin: await product.signIn("admin"),
  customer: await product.signIn("customer"),
  colleague: await product.signIn("customer"),
  auditor: await product.signIn("auditor"),
  foreign: await product.signIn("customer"),
};
const projects = {
  first: await newProject("First", people.customer.id),
  second: await newProject("Second", people.customer.id),
  foreign: await newProject("Foreign", people.foreign.id),
};
const member = { user_id: people.colleague.id, role: "customer" };
await people.customer.send("POST", `/api/v1/projects/${projects.second}/team`, member);

describe("within its project", () => {
  test(
    "an edited answer is proposed for the same question in other words, with its source",
    async () => {
      const first = await askOne("Do you encrypt backups at rest?");
      expect(first).toMatchObject({ state: "no_evidence", taken_from: null });
      await edit(first, "Yes, with AES-256.");
      const [same, other] = await askAll(["Are backups encrypted at rest?", "Who encrypts backups at rest?"]);
      expect(same).toMatchObject({
        state: "suggested",
        answer: "Yes, with AES-256.",
        taken_from: {
          item_id: first.id,
          questionnaire_id: first.questionnaire,
          file_name: "questions.xlsx",
          question: "Do you encrypt backups at rest?",
          decided_by: people.customer.id,
          decider: { id: people.customer.id },
        },
      });
      expect(other).toMatchObject({ state: "no_evidence", taken_from: null });
      expect((await decide(same!, { decision: "accept" })).data).toMatchObject({
        state: "accepted",
        taken_from: { item_id: first.id },
      });
      const own = { decision: "edit", answer: "Yes, all of them." };
      expect((await decide(same!, own)).data).toMatchObject({ state: "edited", taken_from: null });
      const last = await askOne("Are backups encrypted at rest?");
      expect(last.answer).toBe("Yes, all of them.");
      expect((await earlierOf(last)).map(({ answer }) => answer)).toEqual([
        "Yes, all of them.",
        "Yes, with AES-256.",
      ]);
    },
    WAIT_MS,
  );

  test(
    "an answer that names a person is never proposed",
    async () => {
      const question = "How do customers reach the security team?";
      await edit(await askOne(question), "Write to Ann Example.");
      const next = await askOne(question);
      expect(next).toMatchObject({ state: "no_evidence", taken_from: null });
      expect(await earlierOf(next)).toEqual([]);
    },
    WAIT_MS,
  );

  test(
    "an accepted answer is proposed while the quoted evidence exists",
    async () => {
      const text = "Visitors are accompanied by an employee in all of the server rooms.";
      const file = {
        name: "visitors.pdf",
        bytes: await makePdf({ pages: [["Visitors", text]], headings: ["Visitors"] }),
      };
      const fields = { project_id: projects.first, control_id: "CC6.4" };
      const { id } = (await people.customer.upload(file, fields)).data as { id: string };
      await untilIngested(people.customer, id, 120_000);
      const question = "Are visitors accompanied in server rooms?";
      const first = await askOne(question);
      expect(first).toMatchObject({ state: "suggested", answer: text, taken_from: null });
      await decide(first, { decision: "accept" });
      expect(await askOne(question)).toMatchObject({
        answer: text,
        citations: [{ evidence_id: id }],
        taken_from: { item_id: first.id },
      });
      await people.customer.send("DELETE", `/api/v1/evidence/${id}`);
      expect(await askOne(question)).toMatchObject({ state: "no_evidence", taken_from: null });
    },
    WAIT_MS,
  );
});

describe("from another project of the customer", () => {
  const QUESTION = "Do you sign your software releases?";
  let first: Item;
  let second: Item;
  beforeAll(async () => {
    first = await askOne(QUESTION);
    await edit(first, "Yes, each of them.");
    second = await askOne(QUESTION, projects.second);
  }, WAIT_MS);

  test("an answer is offered to users who see both projects, and never suggested automatically", async () => {
    expect(second).toMatchObject({ state: "no_evidence", answer: null, taken_from: null });
    const answered = {
      item_id: first.id,
      project_id: projects.first,
      answer: "Yes, each of them.",
      citations: [],
    };
    for (const by of [people.customer, people.auditor, people.admin])
      expect(await earlierOf(second, by)).toEqual([expect.objectContaining(answered)]);
  });

  test("nothing is offered to users who see only one of them", async () => {
    expect(await earlierOf(second, people.colleague)).toEqual([]);
    expect((await reuse(second, first, people.colleague)).status).toBe(404);
    expect((await people.foreign.get(`${pathOf(second)}/earlier-answers`)).status).toBe(404);
  });

  test("nothing is offered to a key restricted to one of them", async () => {
    const restrictions = { resources: { project_ids: [projects.second] } };
    const headers = await keyHeaders(people.customer, { scopes: ["read", "write"], restrictions });
    const answered = await product.anonymous.get(`${pathOf(second)}/earlier-answers`, headers);
    expect([answered.status, answered.data]).toEqual([200, { earlier_answers: [] }]);
    const taken = { decision: "reuse", earlier_item_id: first.id };
    expect((await product.anonymous.send("PUT", pathOf(second), taken, headers)).status).toBe(404);
  });

  test("auditors can read it, but not reuse it", async () => {
    expect((await reuse(second, first, people.auditor)).status).toBe(403);
  });

  test("a reused answer shows its source to users who can see it, and the source's project records the event", async () => {
    const { status, data } = await reuse(second, first);
    expect([status, data]).toMatchObject([
      200,
      { state: "accepted", answer: "Yes, each of them.", citations: [], taken_from: { item_id: first.id } },
    ]);
    const [seen] = (await people.colleague.get(`${PATH}/${second.questionnaire}/items`)).data.items;
    expect(seen).toMatchObject({ answer: "Yes, each of them.", taken_from: null });
    const kind = "questionnaire.answer_reused";
    const events = await product.orm.em.fork().find(Event, { kind, subjectId: first.questionnaire });
    expect(events).toMatchObject([{ project: { id: projects.first }, data: { item: { id: first.id } } }]);
  });

  test(
    "answers of another customer are not proposed, even to users who see both",
    async () => {
      const theirs = await askOne(QUESTION, projects.foreign, people.foreign);
      for (const by of [people.admin, people.auditor, people.foreign])
        expect(await earlierOf(theirs, by)).toEqual([]);
      expect((await reuse(theirs, first, people.admin)).status).toBe(404);
    },
    WAIT_MS,
  );

  test.each([
    ["no item", { decision: "reuse" }],
    ["an additional answer", { decision: "accept", earlier_item_id: "019393e3-0000-7000-8000-000000000000" }],
  ])("a decision with %s is refused", async (_what, body) => {
    const { status, body: answered } = await decide(second, body);
    expect([status, answered.error.details]).toMatchObject([400, { field: "earlier_item_id" }]);
  });
});
