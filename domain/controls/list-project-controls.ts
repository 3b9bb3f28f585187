import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { QueryContext } from "../context.ts";
import { Control } from "./control.entity.ts";
import { EVIDENCE_OF_CONTROLS } from "./evidence-of-controls.ts";

export interface ControlWithEvidence {
  control: Row<Control>;
  evidenceCount: number;
}

const EVIDENCE_COUNTS = `select served_id as id, count(*)::int as total
  from ${EVIDENCE_OF_CONTROLS} where status <> 'superseded' group by 1`;

/** A project's controls in the framework's order, each with its number of current evidence files. */
export async function listProjectControls(
  ctx: QueryContext,
  project: { id: string },
): Promise<ControlWithEvidence[]> {
  const controls = await readRows(ctx.em, Control, {
    where: { project: project.id },
    orderBy: { position: "asc" },
  });
  const counts = await queryRows<{ id: string; total: number }>(ctx.em, {
    sql: EVIDENCE_COUNTS,
    parameters: [project.id],
  });
  const totals = new Map(counts.map(({ id, total }) => [id, total]));
  return controls.map((control) => ({ control, evidenceCount: totals.get(control.id) ?? 0 }));
}
