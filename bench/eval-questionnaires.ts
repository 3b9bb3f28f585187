import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { makeXlsx } from "../dev/sample-files/make-workbook.ts";
import { readArgs } from "../dev/read-args.ts";
import { readChoice } from "../dev/read-choice.ts";
import { isGoodAnswer, type EvaluatedQuestion } from "./support/is-good-answer.ts";
import { HALVES, questionsOf, readSecondSet } from "./support/second-set.ts";
import { startDemoOrganisation, type DemoOrganisation } from "./support/demo-organisation.ts";
import { log } from "./support/log.ts";
import { formWith } from "../testkit/form-with.ts";

const HELP = `npm run eval:questionnaires [-- --half built|held-out|all] [--show]

Uploads a questionnaire of 48 questions about the 14 documents of the assistant's second set, to a separate product on
the configured servers. An answer is usable if it contains what the question requires, quotes the right file, contains
nothing that answers another question, and names no person. Seven questions have no answer, or only a person's name.

--half  the questions to ask: those used for development, those held out, or all
--show  print every question that failed, with the proposed answer
`;

const options = {
  half: { type: "string", default: "all" },
  show: { type: "boolean", default: false },
} as const;
const values = readArgs({ help: HELP, options }, ({ half, show }) => ({
  half: readChoice("half", half, HALVES),
  show,
}));

const ANSWERING_MS = 8 * 60_000;
/** The people named in the documents. */
const NAMES = /Brandt|Osei|Petrov|Adeyemi|\bLind\b/;

const Questionnaire = z.object({ data: z.object({ id: z.string(), status: z.string() }) });
const Items = z.object({
  data: z.object({
    items: z.array(
      z.object({
        question: z.string(),
        answer: z.string().nullable(),
        citations: z.array(z.object({ file_name: z.string(), quote: z.string() })),
      }),
    ),
  }),
});
type Item = z.infer<typeof Items>["data"]["items"][number];

interface EvaluatedAnswer {
  question: EvaluatedQuestion;
  held: boolean;
}

async function request(
  { url, headers }: DemoOrganisation,
  path: string,
  init: RequestInit = {},
): Promise<unknown> {
  const response = await fetch(`${url}/api/v1/questionnaires${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`/questionnaires${path} was answered ${response.status}`);
  return response.json();
}

/** The suggestion for each question. */
async function answersTo(
  organisation: DemoOrganisation,
  evaluated: readonly EvaluatedAnswer[],
): Promise<Map<string, Item>> {
  const rows = [["Question", "Answer"], ...evaluated.map(({ question }) => [question.question, null])];
  const form = formWith(
    { project_id: organisation.projectId },
    { name: "questions.xlsx", bytes: makeXlsx([{ name: "Questions", rows }]) },
  );
  const { data } = Questionnaire.parse(await request(organisation, "", { method: "POST", body: form }));
  for (const end = Date.now() + ANSWERING_MS; ; await sleep(1_000)) {
    const { status } = Questionnaire.parse(await request(organisation, `/${data.id}`)).data;
    if (status === "answered") break;
    if (status === "failed" || Date.now() > end) throw new Error(`the questionnaire is ${status}`);
  }
  const { items } = Items.parse(await request(organisation, `/${data.id}/items?limit=100`)).data;
  return new Map(items.map((item) => [item.question, item]));
}

function isUsable({ question }: EvaluatedAnswer, { answer, citations }: Item): boolean {
  if (question.needs.length === 0) return answer === null;
  return answer !== null && !NAMES.test(answer) && isGoodAnswer(question, { text: answer, citations });
}

function report(evaluated: readonly EvaluatedAnswer[], answers: ReadonlyMap<string, Item>): void {
  const judged = evaluated.map((one) => {
    const item = answers.get(one.question.question)!;
    return { ...one, item, isGood: isUsable(one, item) };
  });
  log("\n| half | usable | none where nothing answers | all | naming a person |\n|--|--|--|--|--|");
  for (const [held, half] of Map.groupBy(judged, (one) => one.held)) {
    const good = (some: typeof half): string =>
      `${some.filter(({ isGood }) => isGood).length} of ${some.length}`;
    const answerable = half.filter(({ question }) => question.needs.length > 0);
    const others = half.filter(({ question }) => question.needs.length === 0);
    const naming = half.filter(({ item }) => NAMES.test(item.answer ?? "")).length;
    log(
      `| ${held ? "held out" : "built on"} | ${good(answerable)} | ${good(others)} | ${good(half)} | ${naming} |`,
    );
  }
  if (!values.show) return;
  for (const { question, item, isGood } of judged)
    if (!isGood) log(`\n? ${question.question}\n  ${item.answer ?? "(nothing)"}`);
}

async function evaluate(): Promise<void> {
  const set = await readSecondSet("questionnaire.json");
  const evaluated = questionsOf(set, values.half);
  const organisation = await startDemoOrganisation(set.files);
  try {
    report(evaluated, await answersTo(organisation, evaluated));
  } finally {
    await organisation.stop();
  }
}

await evaluate();
