import { differences } from "../audit-log/audit.rules.ts";
import { conflict, notFound } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import type { EventKind } from "../events/event-kinds.ts";
import { recordEvent } from "../events/record-event.ts";
import { milestoneReference, type SettableStatus } from "./milestone.rules.ts";
import { lockOpenProject, lockProject } from "./lock-project.ts";
import { Milestone, type Project } from "./project.entity.ts";
import { MILESTONES_MAX } from "./project.rules.ts";

type PlainKind = Extract<EventKind, "milestone.created" | "milestone.achieved" | "milestone.deleted">;

const record = (ctx: CommandContext, kind: PlainKind, milestone: Milestone): string =>
  recordEvent(ctx, kind, { subject: milestone, data: { milestone: milestoneReference(milestone) } });

export interface NewMilestone {
  name: string;
  dueDate: Date;
}

/** Adds a planned milestone to a locked project; the event starts the workflow that watches its date. */
export function addMilestone(ctx: CommandContext, project: Project, input: NewMilestone): Milestone {
  const milestone = ctx.em.create(Milestone, { project, status: "planned", ...input });
  record(ctx, "milestone.created", milestone);
  return milestone;
}

export async function createMilestone(
  ctx: CommandContext,
  input: NewMilestone & { projectId: string },
): Promise<Milestone> {
  const { projectId, ...milestoneInput } = input;
  const project = await lockOpenProject(ctx, projectId);
  if ((await ctx.em.count(Milestone, { project: projectId })) >= MILESTONES_MAX)
    throw conflict(`A project has at most ${MILESTONES_MAX} milestones: remove one first`);
  const milestone = addMilestone(ctx, project, milestoneInput);
  return milestone;
}

interface Named {
  projectId: string;
  milestoneId: string;
}

/** The milestone of a project, which stays locked: of two simultaneous changes the second waits. */
async function holdMilestone(ctx: CommandContext, { projectId, milestoneId }: Named): Promise<Milestone> {
  const project = await lockProject(ctx, projectId);
  const milestone = await ctx.em.findOne(Milestone, { id: milestoneId, project: projectId });
  if (milestone === null) throw notFound("Milestone");
  project.requireOpen();
  return milestone;
}

export interface MilestoneChange {
  name?: string | undefined;
  dueDate?: Date | undefined;
  status?: SettableStatus | undefined;
}

/** Fields by API name. */
const statementsOf = ({ name, dueDate, status }: Milestone) => ({ name, due_date: dueDate, status });

function apply(milestone: Milestone, { name, dueDate, status }: MilestoneChange, now: Date): void {
  if (name !== undefined) milestone.name = name;
  if (dueDate !== undefined && dueDate.getTime() !== milestone.dueDate.getTime())
    milestone.reschedule(dueDate, now);
  if (status !== undefined && status !== milestone.status) milestone.moveTo(status);
}

/** Changes a milestone. A new date may reset a missed one to planned, before the status changes. */
export async function updateMilestone(
  ctx: CommandContext,
  input: Named & { change: MilestoneChange },
): Promise<Milestone> {
  const milestone = await holdMilestone(ctx, input);
  const before = statementsOf(milestone);
  apply(milestone, input.change, ctx.clock.now());
  const after = statementsOf(milestone);
  const isAchieved = after.status === "achieved" && before.status !== "achieved";
  // The achievement is an event of its own.
  const { changed, changes } = differences(isAchieved ? { ...before, status: after.status } : before, after);
  if (changed.length > 0) {
    const data = { milestone: milestoneReference(milestone), changed };
    recordEvent(ctx, "milestone.updated", { subject: milestone, data, changes });
  }
  if (isAchieved) record(ctx, "milestone.achieved", milestone);
  return milestone;
}

export async function deleteMilestone(ctx: CommandContext, input: Named): Promise<void> {
  const milestone = await holdMilestone(ctx, input);
  record(ctx, "milestone.deleted", milestone);
  ctx.em.remove(milestone);
}
