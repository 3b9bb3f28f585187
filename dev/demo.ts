import { existsSync } from "node:fs";
import { join } from "node:path";
import { reachableOrigin } from "../platform/http/reachable-origin.ts";
import { askPassword } from "./demo/ask-password.ts";
import { checkRunning, signIn, type DemoClient } from "./demo/demo-client.ts";
import { DemoError } from "./demo/demo-error.ts";
import { DEMO_FILES } from "./demo/demo-files.ts";
import { printAnswer, printQuality } from "./demo/print-findings.ts";
import { showProgress } from "./demo/show-progress.ts";
import { watchIngestion, type Uploaded } from "./demo/watch-ingestion.ts";
import { readArgs } from "./read-args.ts";
import { readNumber } from "./read-number.ts";
import { REPOSITORY } from "./setup/locations.mjs";
import { StackError } from "./stack/stack-error.ts";

const HELP = `npm run demo [-- OPTIONS]

Shows the path of evidence on a running \`npm start\`: signs in, creates a SOC 2 project, uploads one file of each
format, waits until all are read, asks three questions and prints the results.

  --url URL            the API; default: the one at HOST and PORT, or http://127.0.0.1:3000
  --email EMAIL        the user who signs in; default: customer@example.com
  --password PASSWORD  default: DEMO_PASSWORD from the environment or the file .env; otherwise you are asked for it
  --timeout SECONDS    the time allowed for reading the files; default: 600
  --help
`;

const QUESTIONS = [
  "Which access was removed after the review?",
  "How soon do customers hear about a breach of their data?",
  "Did everyone get out of the building in time during the evacuation exercise?",
];
const RESULTS = 2;
const DAY_MS = 86_400_000;

interface Options {
  url: string;
  email: string;
  password: string | undefined;
  timeoutMs: number;
}

/** The date in days from today, YYYY-MM-DD. */
const day = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

function readUrl(text: string): string {
  if (!URL.canParse(text))
    throw new StackError(`--url must be an address like http://127.0.0.1:3000, not ${text}`);
  return text.replace(/\/+$/, "");
}

const text = { type: "string" } as const;
const OPTIONS = { url: text, email: text, password: text, timeout: text } as const;

function readOptions(): Options {
  return readArgs({ help: HELP, options: OPTIONS }, (values) => {
    return {
      url: readUrl(
        values.url ??
          reachableOrigin(process.env["HOST"] || "127.0.0.1", Number(process.env["PORT"] || "3000")),
      ),
      email: values.email ?? "customer@example.com",
      password: values.password ?? (process.env["DEMO_PASSWORD"] || undefined),
      timeoutMs: readNumber("timeout", values.timeout ?? "600", { from: 0.001, isWhole: false }) * 1_000,
    };
  });
}

async function uploadAll(client: DemoClient, projectId: string): Promise<Uploaded[]> {
  const uploaded: Uploaded[] = [];
  for (const file of DEMO_FILES) {
    const { name, title, description, control, daysAgo } = file;
    const bytes = await file.make((ago) => day(-ago));
    const fields = {
      project_id: projectId,
      control_id: control,
      title,
      description,
      collected_at: day(-daysAgo),
    };
    console.log(`  ${name}  ${(bytes.length / 1_024).toFixed(0)} kB  for control ${control}`);
    uploaded.push({ name, evidenceId: await client.upload(name, bytes, fields) });
  }
  return uploaded;
}

/**
 * Shows progress until all files have been read; returns the Temporal UI's URL of the first. Throws DemoError
 * if one failed.
 */
async function followAll(
  client: DemoClient,
  files: readonly Uploaded[],
  deadlineMs: number,
): Promise<string> {
  const view = showProgress(files.map(({ name }) => name));
  const states = await watchIngestion(client, files, view, deadlineMs).finally(() => view.close());
  const failed = [...states].filter(([, { chunking_status: status }]) => status !== "COMPLETED");
  if (failed.length === 0) return [...states.values()][0]!.workflow_url;
  const reasons = failed.map(
    ([name, state]) =>
      `  ${name}: ${state.chunking_status}, ${state.error ?? "no reason given"}\n    ${state.workflow_url}`,
  );
  throw new DemoError(`${failed.length} of ${states.size} files could not be read:\n${reasons.join("\n")}`);
}

async function ask(client: DemoClient, projectId: string): Promise<void> {
  for (const question of QUESTIONS) {
    const { results, degraded } = await client.search(question, projectId, RESULTS);
    printAnswer(question, results);
    if (degraded.length > 0) console.log(`  Without ${degraded.join(", ")}: the answer may be incomplete.`);
    if (results.length === 0) throw new DemoError(`Nothing was found for: ${question}`);
  }
}

async function demonstrate({ url, email, password, timeoutMs }: Options): Promise<void> {
  await checkRunning(url);
  const client = await signIn(url, email, password ?? (await askPassword(email)));
  console.log(`Signed in as ${email} at ${url}`);
  const name = `Demo of ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const period = { period_start: day(-180), period_end: day(180) };
  const projectId = await client.createProject({ name, framework: "soc2", ...period });
  console.log(`Created the project "${name}"\n\nUploading ${DEMO_FILES.length} files`);
  const files = await uploadAll(client, projectId);
  const started = performance.now();
  console.log("\nReading them: scan, extract, thumbnail, chunk, embed, index, score, complete");
  const workflowUrl = await followAll(client, files, timeoutMs);
  const evidence = await Promise.all(files.map(({ evidenceId }) => client.evidence(evidenceId)));
  const passages = evidence.reduce((sum, { chunk_count: count }) => sum + count, 0);
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  console.log(
    `All ${files.length} files are COMPLETED after ${seconds} s: ${passages} passages can be found`,
  );
  await ask(client, projectId);
  const [weakest] = files
    .map(({ name: file }, i) => ({ file, ...evidence[i]! }))
    .toSorted((a, b) => a.quality_score - b.quality_score);
  printQuality(weakest!.file, weakest!);
  console.log(
    `\nA workflow       ${workflowUrl}\nAPI reference    ${url}/docs\nThe project      ${projectId}`,
  );
}

const dotenv = join(REPOSITORY, ".env");
if (existsSync(dotenv)) process.loadEnvFile(dotenv);
try {
  await demonstrate(readOptions());
} catch (error) {
  console.error(error instanceof DemoError ? `\n${error.message}` : error);
  process.exitCode = 1;
}
