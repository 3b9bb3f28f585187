import { cancellationSignal } from "@temporalio/activity";
import { LRUCache } from "lru-cache";
import { completeJob, failJob, findJob, recordJobProgress } from "../../domain/assistant/job.commands.ts";
import { isProjectKind, type JobResult } from "../../domain/assistant/job.rules.ts";
import type { LanguageModel } from "../../domain/language-model/language-model.ts";
import { writeAboutProject } from "../../domain/assistant/project-text.rules.ts";
import { REWORDING, acceptedWording } from "../../domain/assistant/reworded.rules.ts";
import { TokensUsedUp } from "../../domain/language-model/tokens-used-up.ts";
import { readProjectData } from "../../domain/project-data/read-project-data.ts";
import { textsFor } from "../../domain/texts/texts-in.ts";
import { withdrawn } from "../withdrawn.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

const WRITTEN = 0.5;
const BEGUN = 0.1;

export interface JobDeps extends SystemDeps {
  /** Null if none is configured. */
  languageModel: LanguageModel | null;
}

/**
 * The text as reworded by a model, if there is one, the requester has tokens left, and the model adds no
 * figure.
 */
async function reword(
  model: LanguageModel | null,
  person: string,
  result: JobResult,
  signal: AbortSignal,
): Promise<JobResult> {
  if (model === null || !model.isAvailable()) return result;
  const messages = [
    { role: "system", text: REWORDING },
    { role: "user", text: JSON.stringify({ draft: result.text }) },
  ] as const;
  const turn = await model.next({ person, messages, tools: [], signal }).catch((error: unknown) => {
    if (error instanceof TokensUsedUp) return null;
    throw error;
  });
  const text = turn === null ? null : acceptedWording(result.text, turn.text);
  return text === null ? result : { ...result, mode: "model", text };
}

/** Wordings of drafts that could not be stored yet, by job: a retry does not pay for them again. */
type Wordings = LRUCache<string, { draft: string; result: JobResult }>;
const KEPT_WORDINGS = 100;

async function work(
  deps: JobDeps,
  { jobId, wordings }: { jobId: string; wordings: Wordings },
  signal: AbortSignal,
): Promise<void> {
  const job = await runAsSystem(deps, (ctx) => findJob(ctx, jobId));
  if (job === null || !isProjectKind(job.kind)) throw withdrawn("The job was deleted");
  // By an earlier attempt whose end was lost.
  if (job.status === "completed") return;
  if (!job.isInProgress()) throw withdrawn("The job has failed");
  const note = (progress: number) => runAsSystem(deps, (ctx) => recordJobProgress(ctx, { jobId, progress }));
  await note(BEGUN);
  // The text refers to no file.
  const data = await runAsSystem(deps, (ctx) => readProjectData(ctx, job.project.id, { scans: false }));
  if (data === null) throw withdrawn("The project was deleted");
  const drafted = writeAboutProject(job.kind, data, textsFor(job.requestedBy.preferences));
  await note(WRITTEN);
  const known = wordings.get(jobId);
  const result =
    known?.draft === drafted.text
      ? known.result
      : await reword(deps.languageModel, job.requestedBy.id, drafted, signal);
  wordings.set(jobId, { draft: drafted.text, result });
  await runAsSystem(deps, (ctx) => completeJob(ctx, { jobId, result }));
  wordings.delete(jobId);
}

/** The steps of an assistant job, each idempotent. */
export function createJobActivities(deps: JobDeps) {
  const wordings: Wordings = new LRUCache({ max: KEPT_WORDINGS });
  return {
    doAssistantJob: (jobId: string): Promise<void> => work(deps, { jobId, wordings }, cancellationSignal()),
    failAssistantJob: (jobId: string, reason: string): Promise<void> =>
      runAsSystem(deps, (ctx) => failJob(ctx, { jobId, reason })),
  };
}
