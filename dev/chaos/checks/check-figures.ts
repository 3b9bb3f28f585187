import type { Person } from "./person.ts";
import type { Truth } from "./read-truth.ts";

/* Figures recomputed from rows by the checker's own code, which shares none with the product. */

const WEIGHTS: Record<string, number> = { Critical: 100, High: 50, Medium: 25, Low: 10, Info: 5 };

type Project = Truth["projects"][number];

/* The compared parts of the product's answer. */

interface Detail {
  compliance_score: number;
  controls: { id: string; evidence_count: number }[];
}

interface Score {
  overall_score: number;
  control_coverage: object;
}

interface Risk {
  score: number;
  level: string;
  counted: number;
}

/** `name: reported, but is` if they differ. */
const differ = (name: string, reported: unknown, is: unknown): string[] =>
  JSON.stringify(reported) === JSON.stringify(is)
    ? []
    : [`${name}: reported ${JSON.stringify(reported)}, but is ${JSON.stringify(is)}`];

const evidenceOf = ({ evidence }: Truth, control: string) =>
  evidence.filter((row) => row.control_id === control && !row.deleted && row.status !== "superseded");

/** Read, or still being retried. A file that failed counts again only once it has been read. */
const isRead = ({ chunking_status: reading, tries }: Truth["evidence"][number]): boolean =>
  reading === "COMPLETED" || (tries === 0 && (reading === "PENDING" || reading === "PROCESSING"));

function controlFaults(truth: Truth, control: Truth["controls"][number]): string[] {
  const rows = evidenceOf(truth, control.id);
  const approved = rows.filter((row) => row.status === "approved" && (row.approved_unread || isRead(row)));
  const pending = rows.filter((row) => row.status === "pending" && isRead(row));
  const reached = Math.min(100, (100 * (approved.length + pending.length / 2)) / control.required);
  const progress = approved.length >= control.required ? 100 : Math.min(99, reached);
  const status = progress === 100 ? "complete" : progress > 0 ? "in_progress" : "not_started";
  const kept = {
    a: control.approved,
    p: control.pending,
    progress: control.progress,
    status: control.status,
  };
  return differ(`control ${control.id}`, kept, { a: approved.length, p: pending.length, progress, status });
}

function scoreOf(truth: Truth, project: string): { score: number; coverage: object } {
  const controls = truth.controls.filter((row) => row.project_id === project && !row.not_applicable);
  let sum = 0;
  const coverage = { total: 0, complete: 0, in_progress: 0, not_started: 0 };
  for (const { progress, status } of controls) {
    sum += progress;
    coverage.total += 1;
    coverage[status as "complete"] += 1;
  }
  return { score: controls.length === 0 ? 0 : sum / controls.length, coverage };
}

function riskOf(truth: Truth, project: string): Risk {
  const active = truth.findings.filter(
    (row) => row.project_id === project && ["open", "in-progress"].includes(row.status),
  );
  const score = Math.min(
    100,
    active.reduce((sum, { severity }) => sum + WEIGHTS[severity]!, 0),
  );
  return { score, level: score >= 80 ? "High" : score >= 40 ? "Medium" : "Low", counted: active.length };
}

async function projectFaults(truth: Truth, by: Person, project: Project): Promise<string[]> {
  const [{ data: detail }, { data: score }, { data: risk }] = await Promise.all([
    by.get<Detail>(`/api/v1/projects/${project.id}`),
    by.get<Score>(`/api/v1/compliance/score?project_id=${project.id}`),
    by.get<Risk>(`/api/compliance/risk?project_id=${project.id}`),
  ]);
  const is = scoreOf(truth, project.id);
  const counts = truth.controls
    .filter((row) => row.project_id === project.id)
    .map(({ id }) => [id, evidenceOf(truth, id).length]);
  const reported = detail.controls.map(({ id, evidence_count: count }) => [id, count]);
  const name = `${by.role} on ${project.id}`;
  const { score: points, level, counted } = risk;
  return [
    ...differ(`${name} score`, [detail.compliance_score, score.overall_score], [is.score, is.score]),
    ...differ(`${name} coverage`, score.control_coverage, is.coverage),
    ...differ(`${name} risk`, { score: points, level, counted }, riskOf(truth, project.id)),
    ...differ(`${name} evidence_count`, reported, counts),
  ];
}

/** Whether a caller can see a project: by assignment, team, line of report, or because it is a demo. */
function sees(truth: Truth, people: readonly Person[], by: Person, project: Project): boolean {
  const team = truth.team
    .filter((member) => member.project_id === project.id)
    .map((member) => member.user_id);
  const parts = [project.customer_id, project.auditor_id, ...team];
  const isOfMine = people.some(({ id, managerId }) => managerId === by.id && parts.includes(id));
  const isForAll = project.demo && by.managerId === null;
  return by.role === "admin" || parts.includes(by.id) || isOfMine || isForAll;
}

async function totalFaults(truth: Truth, by: Person, seen: ReadonlySet<string>): Promise<string[]> {
  const total = async (path: string): Promise<number> =>
    (await by.get<{ pagination: { total: number } }>(path)).data.pagination.total;
  const of = (rows: readonly { project_id: string }[]) =>
    rows.filter((row) => seen.has(row.project_id)).length;
  const live = truth.evidence.filter(({ deleted, status }) => !deleted && status !== "superseded");
  return [
    ...differ(`${by.role} projects`, await total("/api/v1/projects"), seen.size),
    ...differ(`${by.role} evidence`, await total("/api/v1/evidence"), of(live)),
    ...differ(`${by.role} findings`, await total("/api/findings"), of(truth.findings)),
  ];
}

/** Reported figures that differ from the rows, and projects shown to the wrong callers. */
export async function checkFigures(truth: Truth, people: readonly Person[]): Promise<string[]> {
  const faults = truth.controls.flatMap((control) => controlFaults(truth, control));
  for (const by of people) {
    const seen = truth.projects.filter((project) => sees(truth, people, by, project));
    for (const project of truth.projects) {
      if (seen.includes(project)) faults.push(...(await projectFaults(truth, by, project)));
      else {
        const { status } = await by.get(`/api/v1/projects/${project.id}`);
        faults.push(...differ(`${by.role} on a foreign project`, status, 404));
      }
    }
    faults.push(...(await totalFaults(truth, by, new Set(seen.map(({ id }) => id)))));
  }
  return faults;
}
