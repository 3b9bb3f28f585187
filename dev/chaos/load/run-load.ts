import { setTimeout as sleep } from "node:timers/promises";
import { makePdf } from "../../sample-files/make-pdf.ts";
import { pick, seededRandom } from "../../../testkit/seeded-random.ts";
import type { Company } from "./company.ts";
import { createdId, type Entry, type Ledger } from "./ledger.ts";
import type { PatientClient, Write } from "./patient-client.ts";
import { answerQuestions, deleteProject, requestReport } from "./long-work.ts";
import { readingOf, searchForeign, searchKnown } from "./searches.ts";
import type { World } from "./world.ts";
import { formWith } from "../../../testkit/form-with.ts";

const CONTROLS = ["CC6.1", "CC6.2", "CC7.1", "A1.2"];
const SEVERITIES = ["Critical", "High", "Medium", "Low", "Info"];
/** The longest pause of a worker between two actions. */
const PAUSE_MS = 1_500;
/** No uploads while this many of a company's files wait: a queue would grow and hide the fault. */
const UNREAD_AT_MOST = 20;
const LOOKS_AT_ONCE = 5;

type Step = (world: World) => Promise<unknown>;

/** A unique word. */
const newMark = (random: () => number): string => `mark${Math.floor(random() * 2 ** 52).toString(36)}`;

/** Checks the oldest files that are not known to be read. */
async function lookAtUnread({ company, unread, read }: World): Promise<void> {
  await Promise.all(
    [...unread].slice(0, LOOKS_AT_ONCE).map(async ([id, entry]) => {
      const reading = await readingOf(company.customer, id);
      if (reading !== "waiting") unread.delete(id);
      if (reading === "read") read.set(id, entry);
    }),
  );
}

async function write(
  { ledger, isOver }: World,
  by: PatientClient,
  request: Write,
  about: Pick<Entry, "kind" | "projectId"> & Partial<Entry>,
): Promise<Entry> {
  const entry: Entry = {
    mark: "",
    subjectId: null,
    wanted: null,
    actorId: by.id,
    outcome: { kind: "unknown", message: "was never answered" },
    ...about,
  };
  ledger.writes.push(entry);
  entry.outcome = await by.write(request, isOver);
  return entry;
}

const upload: Step = async (world) => {
  const { random, company, unread } = world;
  await lookAtUnread(world);
  if (unread.size >= UNREAD_AT_MOST) return;
  const [mark, projectId] = [newMark(random), pick(random, company.projectIds)];
  const pages = Array.from({ length: random() < 0.1 ? 20 : 1 }, (_, n) => [
    "Access review",
    `On page ${n + 1} the owner of the system reviewed the access rights of ${mark} and signed.`,
  ]);
  const bytes = await makePdf({ pages, headings: ["Access review"] });
  const control = pick(random, CONTROLS);
  const form = (): FormData =>
    formWith({ project_id: projectId, control_id: control, title: mark }, { name: `${mark}.pdf`, bytes });
  const request: Write = { method: "POST", path: "/api/v1/evidence", form };
  const about = { kind: "evidence.upload", mark, projectId } as const;
  const entry = await write(world, company.customer, request, about);
  const id = createdId(entry);
  if (id !== null) unread.set(id, entry);
};

/** Acknowledged evidence of the company without a pending review or deletion. */
function freeEvidence({ random, company, ledger, taken }: World): { id: string; entry: Entry } | null {
  const free = ledger.writes.flatMap((entry) => {
    const id = entry.kind === "evidence.upload" ? createdId(entry) : null;
    return id === null || taken.has(id) || !company.projectIds.includes(entry.projectId)
      ? []
      : [{ id, entry }];
  });
  return free.length === 0 ? null : pick(random, free);
}

const review: Step = async (world) => {
  const found = freeEvidence(world);
  if (found === null) return;
  const { id, entry } = found;
  world.taken.add(id);
  const wanted = pick(world.random, ["approve", "approve", "reject"]);
  const body = { decision: wanted, note: "Looked at" };
  const request: Write = { method: "POST", path: `/api/v1/evidence/${id}/review`, body };
  const about = { kind: "evidence.review", projectId: entry.projectId, subjectId: id, wanted } as const;
  await write(world, world.company.auditor, request, about);
};

const remove: Step = async (world) => {
  const found = freeEvidence(world);
  if (found === null) return;
  const { id, entry } = found;
  world.taken.add(id);
  world.gone.add(id);
  const request: Write = { method: "DELETE", path: `/api/v1/evidence/${id}` };
  const about = { kind: "evidence.delete", projectId: entry.projectId, subjectId: id } as const;
  await write(world, world.company.customer, request, about);
};

const raise: Step = async (world) => {
  const { random, company } = world;
  const [mark, projectId] = [newMark(random), pick(random, company.projectIds)];
  const body = { project_id: projectId, title: mark, severity: pick(random, SEVERITIES) };
  const request: Write = { method: "POST", path: "/api/findings", body };
  await write(world, company.auditor, request, { kind: "finding.create", mark, projectId });
};

const comment: Step = async (world) => {
  const { random, company, ledger } = world;
  const raised = ledger.writes.flatMap((entry) => {
    const id = entry.kind === "finding.create" ? createdId(entry) : null;
    return id === null || !company.projectIds.includes(entry.projectId) ? [] : [{ id, entry }];
  });
  if (raised.length === 0) return;
  const { id, entry } = pick(random, raised);
  const mark = newMark(random);
  const request: Write = { method: "POST", path: `/api/findings/${id}/comments`, body: { text: mark } };
  const about = { kind: "finding.comment", mark, projectId: entry.projectId, subjectId: id } as const;
  await write(world, company.customer, request, about);
};

const search: Step = async (world) => {
  await lookAtUnread(world);
  const there = [...world.read].filter(([id]) => !world.gone.has(id));
  if (there.length > 0) await searchKnown(world, ...pick(world.random, there));
};

/** As a load balancer does, also during a fault. */
const lookAtReadiness: Step = async ({ company, ledger }) => {
  const answer = await company.customer.get("/api/ready").catch(() => null);
  if (answer !== null && answer.status !== 200 && answer.status !== 503)
    ledger.errors.push(`/api/ready answered ${answer.status} ${answer.message}`);
};

/** Actions with their relative frequency. */
const STEPS: readonly [times: number, step: Step][] = [
  [5, upload],
  [4, review],
  [1, remove],
  [4, raise],
  [4, comment],
  [6, search],
  [1, searchForeign],
  [2, lookAtReadiness],
  [1, requestReport],
  [1, answerQuestions],
  [1, deleteProject],
];
const SCHEDULE = STEPS.flatMap(([times, step]) => Array.from({ length: times }, () => step));

/** A worker that performs one action after the other until the end. */
async function work(world: World): Promise<void> {
  while (!world.isOver()) {
    await pick(world.random, SCHEDULE)(world);
    await sleep(world.random() * PAUSE_MS);
  }
}

/** Runs this many workers for each company until the end. */
export async function runLoad(options: {
  seed: number;
  hands: number;
  companies: readonly [Company, Company];
  ledger: Ledger;
  isOver: () => boolean;
}): Promise<void> {
  const { seed, hands, companies, ledger, isOver } = options;
  const [taken, gone] = [new Set<string>(), new Set<string>()];
  const worlds = companies.flatMap((company, c) => {
    const shared = { company, other: companies[1 - c]!, ledger, taken, gone, isOver };
    const [unread, read] = [new Map<string, Entry>(), new Map<string, Entry>()];
    return Array.from({ length: hands }, (_, n): World => ({
      ...shared,
      unread,
      read,
      random: seededRandom(seed + c * 1_000 + n),
    }));
  });
  await Promise.all(worlds.map(work));
}
