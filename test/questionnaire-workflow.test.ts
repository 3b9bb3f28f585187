import { ApplicationFailure } from "@temporalio/common";
import { expect, test } from "@jest/globals";
import { createQuestionnaireActivities } from "../activities/questionnaires/questionnaire.activities.ts";
import { featuresOf } from "../domain/questionnaires/similar-questions.rules.ts";
import { Questionnaire, QuestionnaireItem } from "../domain/questionnaires/questionnaire.entity.ts";
import { questionnaireWorkflowId } from "../domain/questionnaires/questionnaire.rules.ts";
import { ProductRefusal } from "../integrations/chat/product-client.ts";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import type { answerQuestionnaire } from "../workflows/questionnaires/questionnaire.workflow.ts";
import { startActivityWorker } from "./support/activity-worker.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";

const { product, customer, foreign, projectId } = await startEvidenceProject();
const { orm } = product;

/** The search result for each query; a function that throws makes the search fail. */
let search: (query: string) => Promise<[]>;
let isActive: boolean;

const searchAs = async () => (isActive ? (query: string) => search(query) : null);
const activities = createQuestionnaireActivities({ orm, clock: systemClock, searchAs });
const worker = await stopAfterAll(startActivityWorker(product.config, activities));

const QUESTIONS = 12;

/** Each set has its own questions. */
let sets = 0;

/** A questionnaire whose workflow the test starts itself. */
async function start(
  active = true,
  askedBy = customer.id,
  set = (sets += 1),
): Promise<{ id: string; set: number; result: Promise<unknown> }> {
  isActive = active;
  const id = newId();
  const em = orm.em.fork();
  const people = { uploadedBy: customer.id, askedBy };
  const columns = { headerRow: 1, questionColumn: 0, answerColumn: 1 };
  const file = { fileName: "q.xlsx", fileSize: 1, sha256: "", sheet: "S", uploadedAt: new Date() };
  await em.insert(Questionnaire, { id, project: projectId, ...people, ...columns, ...file });
  const items = Array.from({ length: QUESTIONS }, (_, n) => ({
    id: newId(),
    questionnaire: id,
    project: projectId,
    row: n + 2,
    question: `Is rule ${n} of set ${set} kept?`,
    ...featuresOf(`Is rule ${n} of set ${set} kept?`),
    citations: [],
  }));
  await em.insertMany(QuestionnaireItem, items);
  const handle = await worker.temporal.client.workflow.start<typeof answerQuestionnaire>(
    "answerQuestionnaire",
    {
      workflowId: questionnaireWorkflowId(id, 0),
      taskQueue: product.config.TEMPORAL_TASK_QUEUE,
      args: [{ questionnaireId: id, attempt: 0 }],
    },
  );
  return { id, set, result: handle.result() };
}

const shown = async (id: string) => (await customer.get(`/api/v1/questionnaires/${id}`)).data;

test("a failed search is retried, and no question is asked twice", async () => {
  const queries: string[] = [];
  search = async (query) => {
    queries.push(query);
    if (queries.length === 3) throw new Error("The search is away");
    return [];
  };
  const { id, result } = await start();
  expect(await result).toEqual({ outcome: "answered" });
  expect((await shown(id)).counts).toMatchObject({ no_evidence: QUESTIONS, open: 0 });
  expect(queries).toHaveLength(QUESTIONS + 1);
});

test("decisions in the meantime stay", async () => {
  search = async () => {
    const decided = { state: "edited", answer: "Mine" } as const;
    await orm.em.fork().nativeUpdate(QuestionnaireItem, { row: 13, state: "open" }, decided);
    return [];
  };
  const { id, result } = await start();
  expect(await result).toEqual({ outcome: "answered" });
  expect((await shown(id)).counts).toMatchObject({ no_evidence: QUESTIONS - 1, edited: 1 });
});

test("a deactivated requester is reported, and someone else can retry", async () => {
  search = async () => [];
  const { id, result } = await start(false);
  expect(await result).toEqual({ outcome: "failed" });
  const error = expect.stringContaining("someone else can retry");
  expect(await shown(id)).toMatchObject({ status: "failed", error });
});

test.each([401, 403, 404])(
  "reports at once that the requester can no longer see the project, if the search answers %d",
  async (status) => {
    let tries = 0;
    search = async () => {
      tries += 1;
      throw new ProductRefusal(status, "You have no access to this project");
    };
    const { id, result } = await start(true, foreign.id);
    expect(await result).toEqual({ outcome: "failed" });
    const error = "The requester can no longer see the project: someone else can retry";
    expect(await shown(id)).toMatchObject({ status: "failed", error });
    expect(tries).toBe(1);
  },
  60_000,
);

test("an earlier answer in the project is suggested without a search, to those who see the project", async () => {
  const queries: string[] = [];
  search = async (query) => {
    queries.push(query);
    return [];
  };
  const first = await start();
  await first.result;
  const answered = { state: "edited", answer: "It is kept.", decidedAt: new Date() } as const;
  await orm.em.fork().nativeUpdate(QuestionnaireItem, { questionnaire: first.id, row: 5 }, answered);
  const unseen = await start(true, foreign.id, first.set);
  await unseen.result;
  expect((await shown(unseen.id)).counts).toMatchObject({ suggested: 0, no_evidence: QUESTIONS });
  queries.length = 0;
  const next = await start(true, customer.id, first.set);
  expect(await next.result).toEqual({ outcome: "answered" });
  expect((await shown(next.id)).counts).toMatchObject({ suggested: 1, no_evidence: QUESTIONS - 1 });
  expect(queries).toHaveLength(QUESTIONS - 1);
});

test("a search that could not check the requester's rights is retried", async () => {
  let tries = 0;
  search = async () => {
    tries += 1;
    if (tries === 1) throw new ProductRefusal(403, "You have no access to this project");
    return [];
  };
  const { id, result } = await start();
  expect(await result).toEqual({ outcome: "answered" });
  expect((await shown(id)).counts).toMatchObject({ no_evidence: QUESTIONS, open: 0 });
});

test("a deleted questionnaire ends without an error", async () => {
  search = async () => {
    await orm.em.fork().nativeDelete(Questionnaire, { status: "answering" });
    throw new Error("The search is away");
  };
  const { result } = await start();
  expect(await result).toEqual({ outcome: "withdrawn" });
});

test("a permanent denial by the search is reported", async () => {
  search = async () => {
    throw ApplicationFailure.nonRetryable("You have no access to this project");
  };
  const { id, result } = await start();
  expect(await result).toEqual({ outcome: "failed" });
  expect(await shown(id)).toMatchObject({ status: "failed", error: expect.stringContaining("retry later") });
});
