import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { startServerProcess, UNLIMITED, type ServerProcess } from "../testkit/api-process.ts";
import { makeTestFolder } from "./support/make-test-folder.ts";
import { newProject } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import type { SignedIn } from "./support/product.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";

const USERS = 20;
const WAIT_MS = 60_000;
/** A search takes at most 4.5 s; the machine is busy. */
const LONGEST_MS = 15_000;

const product = await startProductForFile({ parts: ["worker"], environment: UNLIMITED });
const { config } = product;
const folder = await makeTestFolder();
const customer = await product.signIn("customer");
const projectId = await newProject(customer);
let searchers: SignedIn[];
let known: string;
let service: ServerProcess;

const startService = (): Promise<ServerProcess> =>
  startServerProcess({
    args: ["retrieval/main.ts"],
    environment: {
      ...process.env,
      ...UNLIMITED,
      DATABASE_URL: config.DATABASE_URL,
      ELASTICSEARCH_INDEX_PREFIX: config.ELASTICSEARCH_INDEX_PREFIX,
      RETRIEVAL_PORT: String(config.RETRIEVAL_PORT),
      BACKEND_URL: config.backendUrl,
      PUBLIC_URL: config.publicUrl,
      ENCRYPTION_KEY: config.encryptionKey.toString("base64"),
    },
    logFile: `${folder}/retrieval.log`,
    path: "/health",
    port: config.RETRIEVAL_PORT,
  });

async function uploaded(pages: string[][]): Promise<string> {
  const bytes = await makePdf({ pages });
  const about = { project_id: projectId, control_id: "CC6.1" };
  return (await customer.upload({ name: "a.pdf", bytes }, about)).data.id;
}

beforeAll(async () => {
  searchers = await Promise.all(Array.from({ length: USERS }, () => product.signIn("admin")));
  known = await uploaded([["Badges are returned when someone leaves the company."]]);
  await untilIngested(customer, known, WAIT_MS);
  service = await startService();
}, 240_000);
afterAll(() => service.stop(), 30_000);

interface Found {
  status: number;
  ms: number;
  /** Of an answer, whether it has the one file that it must have; of a refusal, whether it says when to retry. */
  isRight: boolean;
}

async function search(by: SignedIn): Promise<Found> {
  const began = performance.now();
  const body = { query: "returned badges", project_id: projectId, user_id: by.id };
  const answer = await by.send<{ results: { evidence_id: string }[]; degraded: string[] }>(
    "POST",
    "/api/v1/retrieval/search",
    body,
  );
  const { status, data, headers } = answer;
  const hasFile = (): boolean => data.results.some(({ evidence_id: id }) => id === known);
  const isRight =
    status === 200
      ? hasFile() || data.degraded.length > 0
      : answer.body.error.code === "SERVICE_UNAVAILABLE" && Number(headers.get("retry-after")) > 0;
  return { status, ms: performance.now() - began, isRight };
}

/** All users search until `isOver`. */
const searchAll = (found: Found[], isOver: () => boolean): Promise<unknown> =>
  Promise.all(
    searchers.map(async (by) => {
      while (!isOver()) found.push(await search(by));
    }),
  );

const answered = (found: readonly Found[], from: number): number =>
  found.slice(from).filter(({ status }) => status === 200).length;
const untilAnswered = (found: Found[]): Promise<unknown> => {
  const from = found.length;
  return waitFor(
    async () => answered(found, from),
    (count) => count >= USERS,
    WAIT_MS,
  );
};

const ENDS: Record<string, () => Promise<unknown>> = {
  stopped: () => service.stop(),
  killed: async () => {
    process.kill(service.pid, "SIGKILL");
    await service.stop();
  },
};

test.each(Object.entries(ENDS))(
  "a search service that is %s while 20 people search and a file is ingested loses nothing",
  async (_how, end) => {
    const found: Found[] = [];
    let isOver = false;
    const searching = searchAll(found, () => isOver);
    await untilAnswered(found);
    const pages = Array.from({ length: 20 }, (_, n) => [
      `Section ${n}: team ${n} reviewed its access rights.`,
    ]);
    const id = await uploaded(pages);
    await waitFor(
      async () => (await customer.get(`/api/v1/evidence/${id}/ingestion`)).data.chunking_status,
      (status) => status === "PROCESSING",
      WAIT_MS,
    );
    await end();
    service = await startService();
    await untilAnswered(found);
    isOver = true;
    await searching;
    await untilIngested(customer, id, WAIT_MS);
    expect(found.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(found.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(Math.max(...found.map(({ ms }) => ms))).toBeLessThan(LONGEST_MS);
    expect(found.some(({ status }) => status === 503)).toBe(true);
  },
  240_000,
);
