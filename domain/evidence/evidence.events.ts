import type { CommandContext, SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { Evidence } from "./evidence.entity.ts";

/** The evidence in events. */
export const evidenceReference = (evidence: Evidence) => ({
  id: evidence.id,
  title: evidence.title,
  file_name: evidence.fileName,
  project_id: evidence.project.id,
  control_id: evidence.control.id,
  uploaded_by: evidence.uploadedBy.id,
});

/** The same with its expiry. */
export const expiryReference = (evidence: Evidence) => ({
  ...evidenceReference(evidence),
  expires_at: evidence.expiresAt?.toISOString() ?? null,
});

export const recordExpiry = (
  ctx: CommandContext | SystemContext,
  kind: "evidence.expiry_changed" | "evidence.expired",
  evidence: Evidence,
): void => {
  recordEvent(ctx, kind, {
    subjectId: evidence.id,
    projectId: evidence.project.id,
    data: { evidence: expiryReference(evidence) },
  });
};
