import { lockWhile } from "../../platform/database/lock-row.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { lockProject } from "../projects/lock-project.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import { AssistantJob } from "./job.entity.ts";
import type { JobKind, JobResult } from "./job.rules.ts";

const reference = (job: AssistantJob) => ({
  id: job.id,
  kind: job.kind,
  project_id: job.project.id,
  requested_by: job.requestedBy.id,
});

const about = (job: AssistantJob) => ({ subject: job, data: { job: reference(job) } });

export interface RequestJobInput {
  projectId: string;
  kind: JobKind;
  /** The result, if known at once; otherwise a workflow computes it. */
  result?: JobResult | undefined;
}

/** Requests an analysis or a text, or stores one that was made at once. */
export async function requestJob(
  ctx: CommandContext,
  { projectId, kind, result }: RequestJobInput,
): Promise<AssistantJob> {
  await lockProject(ctx, projectId, "shared");
  const now = ctx.clock.now();
  const done = result !== undefined;
  const job = ctx.em.create(AssistantJob, {
    project: ctx.em.getReference(Project, projectId),
    requestedBy: ctx.em.getReference(User, ctx.actor.id),
    kind,
    status: done ? "completed" : "queued",
    progress: done ? 1 : 0,
    result: result ?? null,
    requestedAt: now,
    completedAt: done ? now : null,
  });
  recordEvent(ctx, done ? "ai_job.completed" : "ai_job.requested", about(job));
  return job;
}

/** The job; null if it was deleted, also with its project. */
export const findJob = (ctx: SystemContext, id: string): Promise<AssistantJob | null> =>
  ctx.em.findOne(AssistantJob, { id, project: { deletingAt: null } }, { populate: ["requestedBy"] });

/** The job while it is pending. */
const holdWanted = async (ctx: SystemContext, id: string): Promise<AssistantJob | null> =>
  lockWhile(ctx.em, await findJob(ctx, id), (job) => job.isInProgress());

/** Records that the job is running, and its progress. */
export async function recordJobProgress(
  ctx: SystemContext,
  { jobId, progress }: { jobId: string; progress: number },
): Promise<void> {
  const inProgress = { id: jobId, status: { $in: ["queued", "working"] } } as const;
  await ctx.em.nativeUpdate(AssistantJob, inProgress, { status: "working", progress });
}

/** Idempotent. */
export async function completeJob(
  ctx: SystemContext,
  { jobId, result }: { jobId: string; result: JobResult },
): Promise<void> {
  const job = await holdWanted(ctx, jobId);
  if (job === null) return;
  Object.assign(job, { status: "completed", progress: 1, result, completedAt: ctx.clock.now() });
  recordEvent(ctx, "ai_job.completed", about(job));
}

/** Idempotent. */
export async function failJob(
  ctx: SystemContext,
  { jobId, reason }: { jobId: string; reason: string },
): Promise<void> {
  const job = await holdWanted(ctx, jobId);
  if (job === null) return;
  Object.assign(job, { status: "failed", error: reason, completedAt: ctx.clock.now() });
  recordEvent(ctx, "ai_job.failed", about(job));
}
