import { QuestionnaireItem, Questionnaire } from "../../domain/questionnaires/questionnaire.entity.ts";
import { nextQuestionnaires } from "../../domain/questionnaires/questionnaire.queries.ts";
import { questionnaireKeys } from "../../domain/questionnaires/questionnaire.rules.ts";
import type { BlobStore } from "../../platform/blobs/blobs.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

const BATCH = 100;

/**
 * Removes the questionnaires of a project, each with its row last. A workflow that is still answering one
 * finds it deleted.
 */
export async function removeQuestionnaires(
  deps: SystemDeps & { blobs: BlobStore },
  projectId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const ids = await runAsSystem(deps, (ctx) => nextQuestionnaires(ctx, { projectId, limit: BATCH }));
    if (ids.length === 0) return;
    for (const id of ids) {
      await deps.blobs.removeAll(questionnaireKeys(id).folder);
      await runAsSystem(deps, async ({ em }) => {
        await em.nativeDelete(QuestionnaireItem, { questionnaire: id });
        await em.nativeDelete(Questionnaire, { id });
      });
    }
  }
}
