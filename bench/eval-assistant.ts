import { readFile } from "node:fs/promises";
import { z } from "zod";
import { DEMO_FILES } from "../dev/demo/demo-files.ts";
import { readArgs } from "../dev/read-args.ts";
import { readChoice } from "../dev/read-choice.ts";
import { isGoodAnswer, type EvaluatedQuestion } from "./support/is-good-answer.ts";
import { HALVES, questionsOf, readSecondSet, type EvaluationSet } from "./support/second-set.ts";
import { startDemoOrganisation, type DemoOrganisation } from "./support/demo-organisation.ts";
import { log } from "./support/log.ts";

const HELP = `npm run eval:assistant [-- --set first|second] [--half built|held-out|all] [--show]

Asks the assistant over HTTP, in a separate product on the configured servers. Prints, for each half of the questions,
how many were answered well, how many citations name the right file, and how many unanswerable questions were refused.
With AI_BASE_URL and AI_MODEL, a model answers.

--set   first: 60 questions that the demo organisation's files answer and 20 that they do not; the thresholds of the
        extractive mode were tuned on half of them. second: 60 questions about 14 documents of other kinds, 12 of them
        without an answer; some need two documents
--half  the questions to ask: those used for development, those held out, or all
--show  print every question that failed, with its answer
`;

const options = {
  set: { type: "string", default: "first" },
  half: { type: "string", default: "all" },
  show: { type: "boolean", default: false },
} as const;
const values = readArgs({ help: HELP, options }, ({ set, half, show }) => ({
  set: readChoice("set", set, ["first", "second"]),
  half: readChoice("half", half, HALVES),
  show,
}));

const FirstSet = z.object({
  answerable: z.array(z.object({ question: z.string(), file: z.string(), phrase: z.string() })),
  unanswerable: z.array(z.string()),
});
const Answer = z.object({
  data: z.object({
    message: z.string(),
    mode: z.string(),
    found: z.boolean(),
    citations: z.array(z.object({ file_name: z.string(), quote: z.string() })),
    usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }),
  }),
});

interface EvaluatedAnswer {
  question: EvaluatedQuestion;
  held: boolean;
  answer: z.infer<typeof Answer>["data"];
  ms: number;
}

async function ask(
  organisation: DemoOrganisation,
  question: string,
): Promise<[EvaluatedAnswer["answer"], number]> {
  const start = performance.now();
  const response = await fetch(`${organisation.url}/api/v1/ai/chat`, {
    method: "POST",
    headers: { ...organisation.headers, "content-type": "application/json" },
    body: JSON.stringify({ message: question, context: { project_id: organisation.projectId } }),
  });
  if (!response.ok) throw new Error(`"${question}" was answered ${response.status}`);
  return [Answer.parse(await response.json()).data, performance.now() - start];
}

/** The answer has the required phrases, or is correctly missing. */
const isRight = ({ question, answer }: EvaluatedAnswer): boolean =>
  question.needs.length === 0
    ? !answer.found
    : isGoodAnswer(question, { text: answer.message, citations: answer.citations });

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${whole === 0 ? "-" : ((100 * part) / whole).toFixed(0)}%)`;

function row(half: string, evaluated: readonly EvaluatedAnswer[]): void {
  const answerable = evaluated.filter(({ question }) => question.needs.length > 0);
  const unanswerable = evaluated.filter(({ question }) => question.needs.length === 0);
  const cited = answerable.flatMap(({ question, answer }) =>
    answer.citations.map(({ file_name: name }) => question.needs.some(({ file }) => file === name)),
  );
  const times = evaluated.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const cells = [
    half,
    share(answerable.filter(isRight).length, answerable.length),
    share(cited.filter(Boolean).length, cited.length),
    share(unanswerable.filter(isRight).length, unanswerable.length),
    share(evaluated.filter(isRight).length, evaluated.length),
    `${(times[Math.floor(times.length / 2)] ?? 0).toFixed(0)}`,
  ];
  log(`| ${cells.join(" | ")} |`);
}

function report(evaluated: readonly EvaluatedAnswer[]): void {
  const modes = Map.groupBy(evaluated, ({ answer }) => answer.mode);
  log(`\nAnswered by: ${[...modes].map(([mode, all]) => `${mode} ${all.length}`).join(", ")}`);
  log(
    "\n| half | right answer, cited | citations of a right file | refused | all | median ms |\n|--|--|--|--|--|--|",
  );
  const halves = Map.groupBy(evaluated, ({ held }) => held);
  for (const [held, some] of halves) row(held ? "held out" : "built on", some);
  if (!values.show) return;
  for (const one of evaluated.filter((each) => !isRight(each)))
    log(`\n? ${one.question.question}\n  ${one.answer.message}`);
}

async function readFirstSet(): Promise<EvaluationSet> {
  const file = new URL("assistant-questions.json", import.meta.url);
  const { answerable, unanswerable } = FirstSet.parse(JSON.parse(await readFile(file, "utf8")));
  const questions = [
    ...answerable.map(({ question, ...need }) => ({ question, needs: [need] })),
    ...unanswerable.map((question) => ({ question, needs: [] })),
  ];
  return { questions, files: DEMO_FILES };
}

async function evaluate(): Promise<void> {
  const set = await (values.set === "first" ? readFirstSet() : readSecondSet("questions.json"));
  const wanted = questionsOf(set, values.half);
  const organisation = await startDemoOrganisation(set.files);
  try {
    const evaluated: EvaluatedAnswer[] = [];
    for (const one of wanted) {
      const [answer, ms] = await ask(organisation, one.question.question);
      evaluated.push({ ...one, answer, ms });
    }
    report(evaluated);
  } finally {
    await organisation.stop();
  }
}

await evaluate();
