import { readRows } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import { overallScore } from "./overall-score.rules.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { EVIDENCE_OF_CONTROLS } from "./evidence-of-controls.ts";
import { lockFigures } from "../projects/lock-project.ts";
import type { Project } from "../projects/project.entity.ts";
import { Control } from "./control.entity.ts";
import type { ControlStatus } from "./control.rules.ts";

type Context = CommandContext | SystemContext;

export const controlReference = ({ id, number, title, status, progress, dueDate, project }: Control) => ({
  id,
  number,
  title,
  status,
  progress,
  due_date: dueDate?.toISOString() ?? null,
  project_id: project.id,
});

export function recordControlStatus(ctx: Context, control: Control, from: ControlStatus): void {
  if (control.status === from) return;
  recordEvent(ctx, "control.status_changed", {
    subject: control,
    data: { control: controlReference(control), from, to: control.status },
  });
}

/** Updates the project's score from its controls as written in this transaction. */
export async function rescore(ctx: Context, project: Project): Promise<void> {
  const score = overallScore(await readRows(ctx.em, Control, { where: { project: project.id } }));
  const from = project.complianceScore;
  if (score === from) return;
  project.complianceScore = score;
  const { id, name } = project;
  recordEvent(ctx, "score.changed", { subject: project, data: { project: { id, name }, from, to: score } });
}

const STANDING = `select served_id as "controlId",
    count(*) filter (where counts and status = 'approved')::int as approved,
    count(*) filter (where counts and status = 'pending')::int as pending
  from ${EVIDENCE_OF_CONTROLS} where served_id = any($2) group by 1`;

interface ControlFigures {
  controlId: string;
  approved: number;
  pending: number;
}

/** The controls that evidence serves: its own by id, others by number. */
export interface ServedControls {
  control: { id: string };
  alsoControls: readonly string[];
}

const served = (servings: readonly ServedControls[]) => ({
  $or: [
    { id: { $in: servings.map(({ control }) => control.id) } },
    { number: { $in: servings.flatMap(({ alsoControls }) => alsoControls) } },
  ],
});

/**
 * Recounts the evidence of the given controls, and updates their progress, status and the project's score.
 * Call it last in a transaction that changes evidence: until the commit no one else can change the project's
 * figures.
 */
export async function recountControls(
  ctx: Context,
  projectId: string,
  servings: readonly ServedControls[],
): Promise<void> {
  const { em } = ctx;
  const project = await lockFigures(ctx, projectId);
  if (project === null) return;
  const controls = await em.find(Control, { project: projectId, ...served(servings) }, { refresh: true });
  const parameters = [projectId, controls.map(({ id }) => id)];
  const standing = await queryRows<ControlFigures>(em, { sql: STANDING, parameters });
  const counts = new Map(standing.map((row) => [row.controlId, row]));
  for (const control of controls) {
    const from = control.status;
    control.count(counts.get(control.id) ?? { approved: 0, pending: 0 });
    recordControlStatus(ctx, control, from);
  }
  await rescore(ctx, project);
}

const STALE = `select c.id from controls c
    left join (select served_id, count(*) filter (where counts and status = 'approved') as approved,
        count(*) filter (where counts and status = 'pending') as pending from ${EVIDENCE_OF_CONTROLS} group by 1) s
      on s.served_id = c.id
    where c.project_id = $1 and (c.approved_evidence, c.pending_evidence)
      is distinct from (coalesce(s.approved, 0), coalesce(s.pending, 0))`;

/** Recounts controls that were counted with outdated rules, for example before an upgrade. */
export async function recountStale(ctx: SystemContext, projectId: string): Promise<void> {
  const stale = await queryRows<{ id: string }>(ctx.em, { sql: STALE, parameters: [projectId] });
  if (stale.length === 0) return;
  const servings = stale.map((control) => ({ control, alsoControls: [] }));
  await recountControls(ctx, projectId, servings);
}
