import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import type { SystemDeps } from "../run-as-system.ts";

type Noted = Partial<
  Pick<
    Evidence,
    | "chunkCount"
    | "extractionWarnings"
    | "hasThumbnail"
    | "indexedRevision"
    | "indexedTitle"
    | "ingestionStep"
    | "pageCount"
  >
>;

/** Records what a step found out, in a statement of its own: a transaction would take three. */
export async function noteEvidence(deps: Pick<SystemDeps, "orm">, id: string, noted: Noted): Promise<void> {
  await deps.orm.em.fork().nativeUpdate(Evidence, { id }, noted);
}
