import { z } from "zod";
import type { CommandContext, SystemContext } from "../context.ts";
import { event, exampleId } from "../events/event-definition.ts";
import { inChannels, personal, toPeople, type Notice } from "../events/notice.rules.ts";
import { recordEvent } from "../events/record-event.ts";
import type { Evidence } from "./evidence.entity.ts";

const evidenceRef = z.object({
  id: z.string(),
  title: z.string(),
  file_name: z.string(),
  project_id: z.string(),
  control_id: z.string(),
  uploaded_by: z.string(),
});
const failure = evidenceRef.extend({ reason: z.string() });
const expiry = evidenceRef.extend({ expires_at: z.iso.datetime().nullable() });
const review = expiry.extend({ reviewed_by: z.string(), note: z.string() });
const acceptance = evidenceRef.extend({ accepted_by: z.string(), note: z.string() });
const approval = review.extend({ approved_unread: z.boolean() });

const evidence = {
  id: exampleId(1),
  title: "Access review, third quarter",
  file_name: "access-review-q3.pdf",
  project_id: exampleId(2),
  control_id: exampleId(3),
  uploaded_by: exampleId(4),
};
const expiring = { ...evidence, expires_at: "2026-12-31T00:00:00.000Z" };
const reviewed = { ...expiring, reviewed_by: exampleId(5), note: "Covers the whole quarter" };

const toUploader = {
  notice: (data: { evidence: z.infer<typeof evidenceRef> }): Notice => personal([data.evidence.uploaded_by]),
};

export const evidenceEvents = {
  "evidence.uploaded": event(
    "A file was uploaded as evidence; `reused_from` names the evidence of another project that it was copied from",
    { evidence: evidenceRef.extend({ reused_from: z.string().optional() }) },
    { evidence },
    { notice: () => inChannels("general", "reviewers") },
  ),
  "evidence.retried": event(
    "Another ingestion of the file was requested; `attempt` counts these requests from 1",
    { evidence: evidenceRef, attempt: z.int() },
    { evidence, attempt: 1 },
  ),
  "evidence.updated": event(
    "The metadata of evidence changed; `changed` has the names of the API fields, `revision` counts these changes from 1",
    { evidence: evidenceRef, changed: z.array(z.string()), revision: z.int() },
    { evidence, changed: ["title"], revision: 1 },
  ),
  "evidence.processed": event(
    "The file was processed; its passages can be searched",
    { evidence: evidenceRef.extend({ quality_score: z.int(), chunk_count: z.int() }) },
    { evidence: { ...evidence, quality_score: 85, chunk_count: 12 } },
  ),
  "evidence.failed": event(
    "The file could not be read",
    { evidence: failure },
    { evidence: { ...evidence, reason: "The file is protected with a password" } },
    toUploader,
  ),
  "evidence.quarantined": event(
    "Malware was found in the file, which is now quarantined",
    { evidence: failure },
    { evidence: { ...evidence, reason: "Eicar-Signature" } },
    { notice: () => inChannels("critical", "people") },
  ),
  "evidence.approved": event(
    "A reviewer approved evidence; `approved_unread` says that its file could not be read, and `note` why it was approved anyway",
    { evidence: approval },
    { evidence: { ...reviewed, approved_unread: false } },
    toUploader,
  ),
  "evidence.rejected": event(
    "A reviewer rejected evidence; `note` says why",
    { evidence: review },
    { evidence: { ...reviewed, note: "The list of leavers is missing" } },
    toUploader,
  ),
  "evidence.approval_withdrawn": event(
    "An approval was withdrawn, and the evidence is pending review again; `note` gives the reason",
    { evidence: review },
    { evidence: { ...reviewed, note: "Two months are missing" } },
  ),
  "evidence.accepted": event(
    "The auditor accepted approved evidence",
    { evidence: acceptance },
    { evidence: { ...evidence, accepted_by: exampleId(5), note: "" } },
  ),
  "evidence.acceptance_withdrawn": event(
    "The auditor no longer accepts evidence, which stays approved; `note` says why",
    { evidence: acceptance },
    { evidence: { ...evidence, accepted_by: exampleId(5), note: "The sample was too small" } },
  ),
  "evidence.expiry_changed": event(
    "The expiry date of approved evidence changed",
    { evidence: expiry },
    { evidence: expiring },
  ),
  "evidence.expiring": event(
    "Approved evidence expires in 30, 7 or 1 days",
    { evidence: expiry, days_left: z.int() },
    { evidence: expiring, days_left: 30 },
    toPeople,
  ),
  "evidence.expired": event(
    "Approved evidence expired and no longer counts",
    { evidence: expiry },
    { evidence: expiring },
    toPeople,
  ),
  "evidence.superseded": event(
    "A new version replaced the evidence",
    { evidence: evidenceRef, superseded_by: z.string() },
    { evidence, superseded_by: exampleId(6) },
  ),
  "evidence.deleted": event("Evidence was deleted", { evidence: evidenceRef }, { evidence }),
};

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
  recordEvent(ctx, kind, { subject: evidence, data: { evidence: expiryReference(evidence) } });
};
