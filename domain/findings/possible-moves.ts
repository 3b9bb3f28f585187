import { findIds, type Row } from "../../platform/prepared-find.ts";
import { where } from "../access/decide.ts";
import type { Filter } from "../access/to-filter.ts";
import type { QueryContext } from "../context.ts";
import { Finding } from "./finding.entity.ts";
import {
  nextStatuses,
  transitionAction,
  type FindingStatus,
  type TransitionAction,
} from "./finding.rules.ts";

const ACTIONS = ["finding.update", "finding.work", "finding.decide"] as const;

/** Nobody moves anything in an archived project. */
const IN_OPEN_PROJECT: Filter = { project: { status: { $ne: "archived" } } };

/** Where the caller may move each of the findings: asked once for each action, however many there are. */
export async function possibleMoves(
  { em, actor }: QueryContext,
  findings: readonly Row<Finding>[],
): Promise<(finding: Row<Finding>) => FindingStatus[]> {
  const these: Filter = { id: { $in: findings.map(({ id }) => id) } };
  const allowed = new Map<TransitionAction, ReadonlySet<string>>();
  for (const action of findings.length === 0 ? [] : ACTIONS) {
    const ids = await findIds(em, Finding, {
      where: { $and: [these, where(actor, action), IN_OPEN_PROJECT] },
    });
    allowed.set(action, new Set(ids));
  }
  return ({ id, status }) =>
    nextStatuses(status).filter((to) => allowed.get(transitionAction(status, to))?.has(id) === true);
}
