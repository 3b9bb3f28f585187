import { differences } from "../audit-log/audit.rules.ts";
import { decide } from "../access/decide.ts";
import { conflict, invalid } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { TRUST_CATEGORIES, type TrustCategory } from "../frameworks/framework.rules.ts";
import { lockOpenProject, lockProject } from "../projects/lock-project.ts";
import { projectReference } from "../projects/project.rules.ts";
import type { Project } from "../projects/project.entity.ts";
import { narrows, scopeRefusal } from "../projects/scope.rules.ts";
import { rescore } from "./control.commands.ts";
import { Control } from "./control.entity.ts";
import { NO_SCOPE_PENDING, requirePending } from "./require-pending.ts";
import { FROZEN, type ChangeDecision } from "./control-update.commands.ts";
import { projectAccess } from "../projects/project.access.ts";

/** Without duplicates, in display order. */
const inOrder = (categories: readonly TrustCategory[]): TrustCategory[] =>
  TRUST_CATEGORIES.filter((category) => categories.includes(category));

interface Scope {
  categories: readonly TrustCategory[];
  /** Why controls are excluded; null if none are. */
  reason: string | null;
}

/**
 * Excludes the controls of all other categories, and includes those that were excluded only for that reason.
 */
async function applyScope(ctx: CommandContext, project: Project, { categories, reason }: Scope) {
  const before = { categories: project.categories.join(", ") };
  for (const control of await ctx.em.find(Control, { project: project.id }, { refresh: true }))
    control.bringInScope(
      categories.some((category) => category === control.trustCategory),
      reason,
    );
  project.categories = [...categories];
  return differences(before, { categories: project.categories.join(", ") }).changes;
}

interface ScopeConfirmation {
  said_by: string;
  note: string | null;
}

async function widenOrNarrow(
  ctx: CommandContext,
  project: Project,
  scope: Scope,
  confirmation: ScopeConfirmation,
): Promise<void> {
  const from = [...project.categories];
  const changes = await applyScope(ctx, project, scope);
  project.pendingScope = null;
  const { categories, reason } = scope;
  recordEvent(ctx, "project.scope_changed", {
    subject: project,
    data: { project: projectReference(project), from, to: [...categories], reason, ...confirmation },
    changes,
  });
  await rescore(ctx, project);
}

function propose(ctx: CommandContext, project: Project, categories: TrustCategory[], reason: string): void {
  const pending = project.pendingScope;
  const isSame = pending?.categories.join() === categories.join() && pending.reason === reason;
  if (isSame && pending.said_by === ctx.actor.id) return;
  const said_at = ctx.clock.now().toISOString();
  project.pendingScope = { categories, reason, said_by: ctx.actor.id, said_at };
  recordEvent(ctx, "project.scope_proposed", {
    subject: project,
    data: { project: projectReference(project), from: [...project.categories], to: categories, reason },
  });
}

async function requireOffered(ctx: CommandContext, project: Project, wanted: readonly TrustCategory[]) {
  const controls = await ctx.em.find(Control, { project: project.id });
  const offered = controls.map(({ trustCategory }) => trustCategory as TrustCategory);
  const refusal = scopeRefusal(wanted, { framework: project.framework, offered: inOrder(offered) });
  if (refusal !== null) throw invalid({ field: "categories", error: refusal });
}

export interface ScopeChange {
  categories: readonly TrustCategory[];
  reason?: string | undefined;
}

/**
 * Sets the categories that a project covers. Reducing them is a statement: it needs a reason, and is pending
 * until confirmed if the audited party makes it (`decideScope`).
 */
export async function changeScope(
  ctx: CommandContext,
  { project: { id }, ...change }: ScopeChange & { project: Project },
): Promise<void> {
  const project = await lockProject(ctx, id, "figures");
  const categories = inOrder(change.categories);
  if (categories.join() === project.categories.join()) return;
  project.requireOpen();
  if (project.status === "in_audit") throw conflict(FROZEN, { reason: "project_in_audit" });
  await requireOffered(ctx, project, categories);
  const isLess = narrows(project.categories, categories);
  const reason = change.reason || null;
  if (isLess && reason === null)
    throw invalid({
      field: "reason",
      error: "is required: give the reason why the project no longer covers these categories",
    });
  if (isLess && !decide(ctx.actor, projectAccess["project.scope"], project).allowed)
    propose(ctx, project, categories, reason!);
  else await widenOrNarrow(ctx, project, { categories, reason }, { said_by: ctx.actor.id, note: null });
}

/** Confirms or discards the categories chosen by the audited party. */
export async function decideScope(
  ctx: CommandContext,
  { project: { id }, decision, note }: ChangeDecision & { project: Project },
): Promise<Project> {
  const project = await lockOpenProject(ctx, id, "figures");
  const { categories, reason, said_by } = requirePending(ctx, project.pendingScope, NO_SCOPE_PENDING);
  if (decision === "confirm") {
    if (project.status === "in_audit" && ctx.actor.role !== "auditor")
      throw conflict(FROZEN, { reason: "project_in_audit" });
    await widenOrNarrow(ctx, project, { categories, reason }, { said_by, note });
    return project;
  }
  project.pendingScope = null;
  recordEvent(ctx, "project.scope_declined", {
    subject: project,
    data: { project: projectReference(project), to: categories, reason, said_by, note },
  });
  return project;
}
