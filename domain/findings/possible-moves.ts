import type { Row } from "../../platform/database/find-rows.ts";
import { allowedAmong } from "../access/allowed-among.ts";
import type { QueryContext } from "../context.ts";
import { findingAccess } from "./finding.access.ts";
import { Finding } from "./finding.entity.ts";
import {
  nextStatuses,
  transitionAction,
  type FindingStatus,
  type TransitionAction,
} from "./finding.rules.ts";

const ACTIONS = ["finding.update", "finding.work", "finding.decide"] as const;

/** An archived project is read-only. */
const IN_OPEN_PROJECT = { project: { status: { $ne: "archived" } } };

/** The possible transitions of each finding for the caller. */
export async function possibleMoves(
  ctx: QueryContext,
  findings: readonly Row<Finding>[],
): Promise<(finding: Row<Finding>) => FindingStatus[]> {
  const among = { entity: Finding, ids: findings.map(({ id }) => id), filter: IN_OPEN_PROJECT };
  const allowed = new Map<TransitionAction, ReadonlySet<string>>();
  for (const action of ACTIONS) allowed.set(action, await allowedAmong(ctx, findingAccess[action], among));
  return ({ id, status }) =>
    nextStatuses(status).filter((to) => allowed.get(transitionAction(status, to))?.has(id) === true);
}
