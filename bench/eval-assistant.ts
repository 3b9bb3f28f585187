import { readFile } from "node:fs/promises";
import { z } from "zod";
import { readArgs } from "../dev/read-args.ts";
import { startDemoOrganisation, type DemoOrganisation } from "./support/demo-organisation.ts";

const HELP = `npm run eval:assistant [-- --show]

Asks the assistant 60 questions that the demo organisation's files answer and 20 that they do not, over HTTP, in a product of
its own on the configured servers. Prints, for each half of the questions, how many were answered with the right file and
phrase, how many citations were of the right file, and how many unanswerable questions were refused. The thresholds of the
extractive mode were tuned on the first half. With AI_BASE_URL and AI_MODEL a model answers.

--show  also prints every question that went wrong
`;

const options = { show: { type: "boolean", default: false } } as const;
const values = readArgs({ help: HELP, options }, (given) => given);

const Questions = z.object({
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

interface Asked {
  question: string;
  /** Null where nothing answers. */
  expected: { file: string; phrase: string } | null;
  answer: z.infer<typeof Answer>["data"];
  ms: number;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const plain = (text: string): string => text.replaceAll(/\s+/g, " ").toLowerCase();

async function ask(organisation: DemoOrganisation, question: string): Promise<[Asked["answer"], number]> {
  const start = performance.now();
  const response = await fetch(`${organisation.url}/api/v1/ai/chat`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${organisation.token}` },
    body: JSON.stringify({ message: question, context: { project_id: organisation.projectId } }),
  });
  if (!response.ok) throw new Error(`"${question}" was answered ${response.status}`);
  return [Answer.parse(await response.json()).data, performance.now() - start];
}

/** The right file is cited, and the phrase stands in the answer or in what it cites. */
const isRight = ({ expected, answer }: Asked): boolean =>
  expected !== null &&
  answer.citations.some(({ file_name: file }) => file === expected.file) &&
  plain([answer.message, ...answer.citations.map(({ quote }) => quote)].join(" ")).includes(
    plain(expected.phrase),
  );

const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${whole === 0 ? "-" : ((100 * part) / whole).toFixed(0)}%)`;

function row(half: string, asked: readonly Asked[]): void {
  const answerable = asked.filter(({ expected }) => expected !== null);
  const unanswerable = asked.filter(({ expected }) => expected === null);
  const cited = answerable.flatMap(({ expected, answer }) =>
    answer.citations.map(({ file_name: file }) => file === expected!.file),
  );
  const times = asked.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const cells = [
    half,
    share(answerable.filter(isRight).length, answerable.length),
    share(cited.filter(Boolean).length, cited.length),
    share(unanswerable.filter(({ answer }) => !answer.found).length, unanswerable.length),
    `${(times[Math.floor(times.length / 2)] ?? 0).toFixed(0)}`,
  ];
  say(`| ${cells.join(" | ")} |`);
}

function report(asked: readonly Asked[]): void {
  const modes = Map.groupBy(asked, ({ answer }) => answer.mode);
  say(`\nAnswered by: ${[...modes].map(([mode, all]) => `${mode} ${all.length}`).join(", ")}`);
  say(
    "\n| half | right answer, cited | citations of the right file | refused | median ms |\n|--|--|--|--|--|",
  );
  row(
    "first (tuned on)",
    asked.filter((_one, i) => i % 2 === 0),
  );
  row(
    "second",
    asked.filter((_one, i) => i % 2 === 1),
  );
  row("all", asked);
  if (!values.show) return;
  for (const one of asked.filter((each) => (each.expected === null ? each.answer.found : !isRight(each))))
    say(`\n? ${one.question}\n  ${one.answer.message}`);
}

async function evaluate(): Promise<void> {
  const file = new URL("assistant-questions.json", import.meta.url);
  const questions = Questions.parse(JSON.parse(await readFile(file, "utf8")));
  const wanted = [
    ...questions.answerable.map(({ question, ...expected }) => ({ question, expected })),
    ...questions.unanswerable.map((question) => ({ question, expected: null })),
  ];
  const organisation = await startDemoOrganisation();
  try {
    const asked: Asked[] = [];
    for (const one of wanted) {
      const [answer, ms] = await ask(organisation, one.question);
      asked.push({ ...one, answer, ms });
    }
    report(asked);
  } finally {
    await organisation.stop();
  }
}

await evaluate();
