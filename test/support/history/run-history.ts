import { setTimeout as sleep } from "node:timers/promises";
import { makePdf } from "../../../dev/sample-files/make-pdf.ts";
import { FINDING_STATUSES, SEVERITIES } from "../../../domain/findings/finding.rules.ts";
import { PROJECT_STATUSES } from "../../../domain/projects/project.rules.ts";
import type { Answer, UploadFields } from "../api-client.ts";
import type { HistoryPerson } from "./people.ts";
import { pick, seededRandom } from "../../../testkit/seeded-random.ts";

/** A request and its answer. */
export interface Recorded {
  kind: string;
  actorId: string;
  /** Its subject; for creations, the new id. */
  subjectId: string | null;
  status: number;
  requestId: string;
  /** The requested change, if it is one of a few. */
  wanted: unknown;
  error: string | null;
}

interface Known {
  projects: string[];
  evidence: string[];
  findings: string[];
}

interface World {
  random: () => number;
  people: readonly HistoryPerson[];
  known: Known;
  records: Recorded[];
}

const CONTROLS = ["CC6.1", "CC6.2", "CC7.1"];
const MAX_PAUSE_MS = 120;
/** The number of current subjects: few, so that actions collide. */
const HOT = 6;
const DAY_MS = 86_400_000;

/** Mostly one of the latest, so that many actions share a subject. */
const recent = (random: () => number, ids: readonly string[]): string | undefined =>
  ids.length === 0 ? undefined : pick(random, random() < 0.8 ? ids.slice(-HOT) : ids);

type Step = (world: World, by: HistoryPerson) => Promise<Recorded | null>;

const note = (
  kind: string,
  by: HistoryPerson,
  { status, body }: Answer,
  about: { subjectId: string | null; wanted?: unknown },
): Recorded => ({
  kind,
  actorId: by.id,
  status,
  requestId: body.request_id,
  wanted: null,
  error: body.success ? null : body.error.message,
  ...about,
});

function created(kind: string, by: HistoryPerson, answer: Answer, list: string[]): Recorded {
  const id = answer.status === 201 ? (answer.data as { id: string }).id : null;
  if (id !== null) list.push(id);
  return note(kind, by, answer, { subjectId: id });
}

const createProject: Step = async ({ random, people, known }, by) => {
  const of = (role: string) => people.filter((person) => person.role === role);
  const company = pick(random, of("customer"));
  const auditor = pick(random, of("auditor"));
  const others = by.role === "customer" ? {} : { customer_id: company.id, auditor_id: auditor.id };
  const body = { name: "A project", framework: "soc2", ...others };
  return created("project.create", by, await by.send("POST", "/api/v1/projects", body), known.projects);
};

const aFile = async (random: () => number): Promise<{ name: string; bytes: Buffer }> => {
  const line = `Access was reviewed in round ${Math.floor(random() * 1e9)} by the owner of the system.`;
  return { name: "a.pdf", bytes: await makePdf({ pages: [[line]] }) };
};

const upload: Step = async ({ random, known }, by) => {
  const project_id = recent(random, known.projects);
  if (project_id === undefined) return null;
  const fields = { project_id, control_id: pick(random, CONTROLS) };
  return created("evidence.upload", by, await by.upload(await aFile(random), fields), known.evidence);
};

const replace: Step = async ({ random, known }, by) => {
  const id = recent(random, known.evidence);
  if (id === undefined) return null;
  const path = `/api/v1/evidence/${id}/versions` as const;
  const answer = await by.upload(await aFile(random), {} as UploadFields, path);
  return created("evidence.replace", by, answer, known.evidence);
};

const review: Step = async ({ random, known }, by) => {
  const id = recent(random, known.evidence);
  if (id === undefined) return null;
  const decision = pick(random, ["approve", "approve", "reject"]);
  const answer = await by.send("POST", `/api/v1/evidence/${id}/review`, { decision, note: "Looked at" });
  return note("evidence.review", by, answer, { subjectId: id, wanted: decision });
};

const scope: Step = async ({ random, known }, by) => {
  const id = recent(random, known.projects);
  if (id === undefined) return null;
  const not_applicable = random() < 0.5;
  const path = `/api/v1/projects/${id}/controls/${pick(random, CONTROLS)}` as const;
  const answer = await by.send("PUT", path, { not_applicable, justification: "Not ours" });
  const subjectId = answer.status === 200 ? answer.data.id : null;
  return note("control.scope", by, answer, { subjectId, wanted: not_applicable });
};

const moveProject: Step = async ({ random, known }, by) => {
  const id = recent(random, known.projects);
  if (id === undefined) return null;
  // Archived projects accept no changes, so few are archived.
  const status = random() < 0.1 ? "archived" : pick(random, PROJECT_STATUSES.slice(0, 4));
  const answer = await by.send("PUT", `/api/v1/projects/${id}`, { status });
  return note("project.move", by, answer, { subjectId: id, wanted: status });
};

const raise: Step = async ({ random, known }, by) => {
  const project_id = recent(random, known.projects);
  if (project_id === undefined) return null;
  const body = { project_id, title: "A finding", severity: pick(random, SEVERITIES) };
  return created("finding.create", by, await by.send("POST", "/api/findings", body), known.findings);
};

const moveFinding: Step = async ({ random, known }, by) => {
  const id = recent(random, known.findings);
  if (id === undefined) return null;
  const status = pick(random, FINDING_STATUSES);
  // Some acceptances end during the history.
  const until = new Date(Date.now() + (random() < 0.5 ? 4_000 : 90 * DAY_MS)).toISOString();
  const body = { status, reason: "As agreed", ...(status === "accepted" ? { until } : {}) };
  const answer = await by.send("PATCH", `/api/findings/${id}`, body);
  return note("finding.move", by, answer, { subjectId: id, wanted: status });
};

const remove =
  (kind: string, path: string, list: keyof Known): Step =>
  async ({ random, known }, by) => {
    const id = recent(random, known[list]);
    if (id === undefined) return null;
    return note(kind, by, await by.send("DELETE", `${path}/${id}`), { subjectId: id });
  };

const deleteProject = remove("project.delete", "/api/v1/projects", "projects");

/** Actions with their relative frequency. */
const STEPS: readonly [times: number, step: Step][] = [
  [2, createProject],
  // Few, because each ingestion takes as long as a hundred other actions.
  [5, upload],
  [3, replace],
  [14, review],
  [10, scope],
  [6, moveProject],
  [10, raise],
  [20, moveFinding],
  [7, remove("evidence.delete", "/api/v1/evidence", "evidence")],
  [1, deleteProject],
];
const SCHEDULE = STEPS.flatMap(([times, step]) => Array.from({ length: times }, () => step));

/** The same action with the same choices by several people at once. */
async function together(world: World, step: Step, by: readonly HistoryPerson[]): Promise<void> {
  const seed = Math.floor(world.random() * 2 ** 31);
  const done = await Promise.all(by.map((person) => step({ ...world, random: seededRandom(seed) }, person)));
  world.records.push(...done.filter((record) => record !== null));
}

async function act(world: World, isOver: () => boolean): Promise<void> {
  const { random, people } = world;
  while (!isOver()) {
    const by = [pick(random, people)];
    // Of two identical simultaneous actions, one must give way.
    if (random() < 0.25) by.push(pick(random, people));
    await together(world, pick(random, SCHEDULE), by);
    await sleep(random() * MAX_PAUSE_MS);
  }
}

/** Deletes one project with its contents, so that every history has a deletion. */
async function deleteOldest(world: World, admin: HistoryPerson): Promise<void> {
  for (const id of world.known.projects) {
    const about = { ...world, known: { ...world.known, projects: [id] } };
    const record = await deleteProject(about, admin);
    world.records.push(record!);
    if (record!.error === null) return;
  }
}

/** Runs this many workers with random actions on the same few projects; returns the answers. */
export async function runHistory(options: {
  seed: number;
  people: readonly HistoryPerson[];
  hands: number;
  isOver: () => boolean;
}): Promise<Recorded[]> {
  const { seed, people, hands, isOver } = options;
  const records: Recorded[] = [];
  const known: Known = { projects: [], evidence: [], findings: [] };
  const worlds = Array.from({ length: hands }, (_, n) => ({
    random: seededRandom(seed + n),
    people,
    known,
    records,
  }));
  for (const world of worlds.slice(0, 2)) await together(world, createProject, [people[1]!]);
  await Promise.all(worlds.map((world) => act(world, isOver)));
  await deleteOldest(worlds[0]!, people[0]!);
  return records;
}
