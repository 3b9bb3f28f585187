import { forbidden, invalid } from "../../platform/errors.ts";
import { AccessDenied } from "../access/access-denied.ts";
import { questionFor, refusalBehind } from "../access/decide.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { holdFramework, unknownFramework } from "../frameworks/framework.queries.ts";
import { TRUST_CATEGORIES, type TrustCategory, type Framework } from "../frameworks/framework.rules.ts";
import { User } from "../users/user.entity.ts";
import { checkPeople, type PersonToCheck } from "./check-people.ts";
import { addMilestone } from "./milestone.commands.ts";
import { projectReference, MAY_NOT_ASSIGN } from "./project.rules.ts";
import { Project, TeamMember } from "./project.entity.ts";
import { onProjectCreated } from "./project.moments.ts";
import { scopeRefusal } from "./scope.rules.ts";
import { projectAccess } from "./project.access.ts";

export interface CreateProjectInput {
  name: string;
  description?: string | undefined;
  framework: string;
  /** Trust categories in scope; by default all of the framework. */
  categories?: readonly TrustCategory[] | undefined;
  customerId?: string | undefined;
  auditorId?: string | undefined;
  periodStart?: string | undefined;
  periodEnd?: string | undefined;
  teamMembers?: readonly { userId: string; role: string }[] | undefined;
  milestones?: readonly { name: string; dueDate: Date }[] | undefined;
}

function peopleIn({ customerId, auditorId, teamMembers = [] }: CreateProjectInput): PersonToCheck[] {
  return [
    ...(customerId === undefined
      ? []
      : [{ field: "customer_id", id: customerId, role: "customer" } as const]),
    ...(auditorId === undefined ? [] : [{ field: "auditor_id", id: auditorId, role: "auditor" } as const]),
    ...teamMembers.map(({ userId: id }, i) => ({ field: `team_members.${i}.user_id`, id, role: null })),
  ];
}

/** Adds the team. A creator who could not see the project otherwise becomes a member. */
function addTeam(ctx: CommandContext, project: Project, input: CreateProjectInput): void {
  const members = new Map<string, string>(
    (input.teamMembers ?? []).map((member) => [member.userId, member.role]),
  );
  if (ctx.actor.role === "manager") members.set(ctx.actor.id, ctx.actor.role);
  const joinedAt = ctx.clock.now();
  for (const [userId, role] of members)
    ctx.em.create(TeamMember, { project, user: ctx.em.getReference(User, userId), role, joinedAt });
}

async function frameworkOf(ctx: CommandContext, input: CreateProjectInput): Promise<Framework> {
  const framework = await holdFramework(ctx, input.framework);
  if (framework !== null) return framework;
  throw await unknownFramework(ctx);
}

/** The chosen categories, or all with controls in the framework. */
function categoriesOf({ id, controls }: Framework, { categories }: CreateProjectInput): TrustCategory[] {
  const has = new Set(controls.map(({ trustCategory }) => trustCategory));
  const offered = TRUST_CATEGORIES.filter((category) => has.has(category));
  if (categories === undefined) return offered;
  const refusal = scopeRefusal(categories, { framework: id, offered });
  if (refusal !== null) throw invalid({ field: "categories", error: refusal });
  return offered.filter((category) => categories.includes(category));
}

/** Creating must not circumvent what changing refuses. */
function requireAssign({ actor }: CommandContext, { customerId, auditorId }: CreateProjectInput): void {
  const isOwn = customerId === undefined || customerId === actor.id;
  const rule = projectAccess["project.assign"];
  if ((isOwn && auditorId === undefined) || questionFor(actor, rule).kind !== "never") return;
  const denied = new AccessDenied(rule, refusalBehind(actor, rule), null);
  throw forbidden(MAY_NOT_ASSIGN, { cause: denied });
}

/**
 * Creates an active project with all controls of its framework. A customer who creates one becomes its
 * customer.
 */
export async function createProject(ctx: CommandContext, input: CreateProjectInput): Promise<Project> {
  requireAssign(ctx, input);
  const framework = await frameworkOf(ctx, input);
  await checkPeople(ctx, peopleIn(input));
  const { em, actor, clock } = ctx;
  const customerId = actor.role === "customer" ? actor.id : (input.customerId ?? null);
  const now = clock.now();
  const project = em.create(Project, {
    name: input.name,
    description: input.description ?? "",
    framework: framework.id,
    categories: categoriesOf(framework, input),
    // Sets the table's defaults, so that nothing is read back: a manager can see the row only after its team
    // is written.
    status: "active",
    complianceScore: 0,
    demo: false,
    customer: customerId === null ? null : em.getReference(User, customerId),
    auditor: input.auditorId === undefined ? null : em.getReference(User, input.auditorId),
    createdBy: em.getReference(User, actor.id),
    periodStart: input.periodStart ?? null,
    periodEnd: input.periodEnd ?? null,
    createdAt: now,
    updatedAt: now,
  });
  addTeam(ctx, project, input);
  // Row-level security: only those who see a project can write its contents.
  await em.flush();
  await onProjectCreated.happen(ctx, { project, framework });
  recordEvent(ctx, "project.created", { subject: project, data: { project: projectReference(project) } });
  for (const milestone of input.milestones ?? []) addMilestone(ctx, project, milestone);
  return project;
}
