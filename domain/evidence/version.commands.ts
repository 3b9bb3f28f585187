import { conflict } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { EvidenceDates } from "./evidence-dates.rules.ts";
import {
  createEvidence,
  recordEvidence,
  requireDates,
  type EvidenceDescription,
  type StoredFile,
} from "./evidence.commands.ts";
import type { Evidence } from "./evidence.entity.ts";
import { evidenceReference } from "./evidence.events.ts";
import { readLaterVersions } from "./evidence.queries.ts";
import { isQuarantined } from "./evidence.rules.ts";
import { lockEvidence } from "./lock-evidence.ts";
import { storeFile, type FileStorage } from "./storage.ts";

/** What the sender of a new version says about it. */
export type VersionDescription = EvidenceDates & {
  [F in "title" | "description" | "tags"]?: EvidenceDescription[F] | undefined;
};

/** A version keeps omitted fields except the dates: a new file was collected at another time. */
const describeVersion = (previous: Evidence, change: VersionDescription): EvidenceDescription => ({
  ...change,
  title: change.title ?? previous.title,
  description: change.description ?? previous.description,
  tags: change.tags ?? previous.tags,
});

/**
 * A new file for the same proof: the older one stays downloadable as `superseded` and leaves the index. Once
 * all newer ones are deleted, an older one accepts a new version again.
 */
export async function addEvidenceVersion(
  ctx: CommandContext,
  input: { previous: Evidence; file: StoredFile; change: VersionDescription; fileStorage: FileStorage },
): Promise<Evidence> {
  const { previous } = input;
  await lockEvidence(ctx, previous);
  if (isQuarantined(previous))
    throw conflict(
      "The file is quarantined and cannot have a new version: delete it, and upload a clean file as new evidence",
      { reason: "quarantined" },
    );
  const later = await readLaterVersions(ctx, previous.id);
  if (later.newestId !== null)
    throw conflict("This evidence has a newer version: add yours to the newest one", {
      reason: "newer_version",
      newest_id: later.newestId,
    });
  const about = describeVersion(previous, input.change);
  requireDates(ctx, about);
  const evidence = createEvidence(ctx, previous, input.file, about);
  evidence.version = previous.version + later.count + 1;
  evidence.previous = previous;
  // A signed copy, for instance, is still that version of the policy.
  evidence.policyId = previous.policyId ?? null;
  evidence.policyVersion = previous.policyVersion ?? null;
  previous.status = "superseded";
  const data = { evidence: evidenceReference(previous), superseded_by: evidence.id };
  recordEvent(ctx, "evidence.superseded", { subject: previous, data });
  recordEvidence(ctx, "evidence.uploaded", evidence);
  await storeFile(ctx, evidence, input.fileStorage);
  return evidence;
}
