import { defined } from "../defined.rules.ts";
import { differences, type FieldChanges } from "../audit-log/audit.rules.ts";
import { forbidden, invalid } from "../../platform/errors.ts";
import type { AccessRule } from "../access/access-rule.ts";
import { denialOf } from "../access/denial-of.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { User } from "../users/user.entity.ts";
import { checkPeople } from "./check-people.ts";
import { lockProject } from "./lock-project.ts";
import { projectReference, MAY_NOT_ASSIGN, type ProjectStatus } from "./project.rules.ts";
import type { Project } from "./project.entity.ts";
import { projectAccess } from "./project.access.ts";

/** The editable fields of a project, by API name. Dates are `YYYY-MM-DD`. */
interface Details {
  name: string;
  description: string;
  period_start: string | null;
  period_end: string | null;
  customer_id: string | null;
  auditor_id: string | null;
  demo: boolean;
}
type Field = keyof Details;

export type ProjectDetailsChange = { [F in Field]?: Details[F] | undefined };

const detailsOf = ({ name, description, demo, ...project }: Project): Details => ({
  name,
  description,
  period_start: project.periodStart ?? null,
  period_end: project.periodEnd ?? null,
  customer_id: project.customer?.id ?? null,
  auditor_id: project.auditor?.id ?? null,
  demo,
});

/** Fields that need a separate permission, and the error without it. */
const GUARDED: readonly { fields: readonly Field[]; rule: AccessRule; refusal: string }[] = [
  {
    fields: ["customer_id", "auditor_id"],
    rule: projectAccess["project.assign"],
    refusal: MAY_NOT_ASSIGN,
  },
  {
    fields: ["demo"],
    rule: projectAccess["project.mark_demo"],
    refusal: "Only admins can make a project a demo project",
  },
];

function requireRights(ctx: CommandContext, project: Project, changed: readonly Field[]): void {
  for (const { fields, rule, refusal } of GUARDED) {
    if (!fields.some((field) => changed.includes(field))) continue;
    const cause = denialOf(ctx.actor, rule, project);
    if (cause !== null) throw forbidden(refusal, { cause });
  }
}

async function checkDetails(ctx: CommandContext, details: Details, changed: readonly Field[]): Promise<void> {
  const { period_start: start, period_end: end } = details;
  if (start !== null && end !== null && start > end)
    throw invalid({
      field: changed.includes("period_end") ? "period_end" : "period_start",
      error: "period_end must not be before period_start",
      reason: "period_reversed",
    });
  const places = [
    { field: "customer_id", id: details.customer_id, role: "customer" },
    { field: "auditor_id", id: details.auditor_id, role: "auditor" },
  ] as const;
  await checkPeople(
    ctx,
    places.flatMap(({ field, id, role }) =>
      id === null || !changed.includes(field) ? [] : [{ field, id, role }],
    ),
  );
}

function assignDetails(ctx: CommandContext, project: Project, details: Details): void {
  const person = (id: string | null) => (id === null ? null : ctx.em.getReference(User, id));
  ctx.em.assign(project, {
    name: details.name,
    description: details.description,
    demo: details.demo,
    periodStart: details.period_start,
    periodEnd: details.period_end,
    customer: person(details.customer_id),
    auditor: person(details.auditor_id),
  });
}

async function changeDetails(
  ctx: CommandContext,
  project: Project,
  details: Details,
  { changed, changes }: { changed: readonly Field[]; changes: FieldChanges },
): Promise<void> {
  await checkDetails(ctx, details, changed);
  assignDetails(ctx, project, details);
  recordEvent(ctx, "project.updated", {
    subject: project,
    data: { project: projectReference(project), changed: [...changed] },
    changes,
  });
}

function changeStatus(ctx: CommandContext, project: Project, to: ProjectStatus): void {
  const from = project.status;
  project.changeStatus(to);
  const data = { project: projectReference(project), from, to };
  recordEvent(ctx, "project.status_changed", { subject: project, data });
}

export interface UpdateProjectInput {
  project: Project;
  change: ProjectDetailsChange;
  status?: ProjectStatus | undefined;
}

/**
 * Changes the fields that differ. Unchanged fields need no permission, and do not count as a change of an
 * archived project.
 */
export async function updateProject(ctx: CommandContext, input: UpdateProjectInput): Promise<Project> {
  const project = await lockProject(ctx, input.project.id);
  const before = detailsOf(project);
  const details: Details = { ...before, ...defined(input.change) };
  const news = differences(before, details);
  const status = input.status === project.status ? undefined : input.status;
  requireRights(ctx, project, news.changed);
  const hasNews = news.changed.length > 0;
  if (hasNews || status !== undefined) project.requireOpen();
  if (hasNews) await changeDetails(ctx, project, details, news);
  if (status !== undefined) changeStatus(ctx, project, status);
  return project;
}
