import { pick } from "../../../testkit/seeded-random.ts";
import type { Entry } from "./ledger.ts";
import type { PatientClient } from "./patient-client.ts";
import type { World } from "./world.ts";

const PATH = "/api/v1/retrieval/search";

interface Found {
  degraded: string[];
  results: { evidence_id: string; project_id: string; text: string }[];
}

/** Marks of evidence from another project than the one searched. */
function foreignMarks({ ledger }: World, projectId: string, { results }: Found): string[] {
  const texts = results.map(({ text }) => text).join("\n");
  const marks = ledger.writes.filter(
    (entry) => entry.kind === "evidence.upload" && entry.projectId !== projectId,
  );
  const shown = marks.filter(({ mark }) => texts.includes(mark)).map(({ mark }) => mark);
  const strays = results
    .filter((result) => result.project_id !== projectId)
    .map((result) => result.evidence_id);
  return [...shown, ...strays];
}

/** null without an answer, which faults excuse, as they do a 503. */
async function ask(world: World, projectId: string, query: string) {
  const by = world.company.customer;
  const body = { query, project_id: projectId, user_id: by.id };
  return by.post(PATH, body).catch(() => null);
}

/** The state of a file's ingestion; "waiting" also without an answer. */
export async function readingOf(customer: PatientClient, id: string): Promise<"read" | "waiting" | "gone"> {
  const answer = await customer.get<{ chunking_status: string }>(`/api/v1/evidence/${id}`).catch(() => null);
  if (answer?.status === 404) return "gone";
  return answer?.status === 200 && answer.data.chunking_status === "COMPLETED" ? "read" : "waiting";
}

/** Searches for read evidence by its unique word. */
export async function searchKnown(world: World, id: string, { mark, projectId }: Entry): Promise<void> {
  const { ledger } = world;
  const answer = await ask(world, projectId, `Who reviewed the access rights of ${mark}?`);
  if (answer?.status !== 200) {
    ledger.searches.away += 1;
    if (answer !== null && answer.status < 500 && answer.status !== 429)
      ledger.errors.push(`search answered ${answer.status} ${answer.message}`);
    return;
  }
  const found = answer.data as Found;
  // A query that is not a question need not be reranked.
  const isPartial = found.degraded.some((part) => part !== "rerank");
  ledger.searches[isPartial ? "degraded" : "answered"] += 1;
  const leaked = foreignMarks(world, projectId, found);
  if (leaked.length > 0) ledger.leaks.push(`a search in ${projectId} showed ${leaked.join(", ")}`);
  const isThere = found.results.some((result) => result.evidence_id === id);
  const isExcused = isPartial || world.gone.has(id);
  if (!isThere && !isExcused) ledger.misses.push(`evidence ${id} had been read, but ${mark} was not found`);
}

/** Searches another company's project. */
export async function searchForeign(world: World): Promise<void> {
  const projectId = pick(world.random, world.other.projectIds);
  const answer = await ask(world, projectId, "Who reviewed the access rights?");
  if (answer?.status === 200) world.ledger.leaks.push(`${projectId} was searched by another company`);
}
