import { z } from "zod";

const evidenceRef = z.object({
  id: z.string(),
  title: z.string(),
  file_name: z.string(),
  project_id: z.string(),
  control_id: z.string(),
  uploaded_by: z.string(),
});

const evidenceFailure = evidenceRef.extend({ reason: z.string() });

const evidenceExpiry = evidenceRef.extend({ expires_at: z.iso.datetime().nullable() });
const evidenceReview = evidenceExpiry.extend({ reviewed_by: z.string(), note: z.string() });

const controlRef = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  status: z.string(),
  progress: z.number(),
  project_id: z.string(),
});

const apiKeyRef = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  prefix: z.string(),
  owner_id: z.string(),
});

const userRef = z.object({ id: z.string(), email: z.string() });
const personRef = userRef.extend({ name: z.string(), role: z.string() });
const oauthClientRef = z.object({ id: z.string(), name: z.string(), type: z.string(), owner_id: z.string() });

const identityProviderRef = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  enabled: z.boolean(),
  link_by_email: z.boolean(),
  create_users: z.boolean(),
});

const upstreamAccountRef = z.object({
  id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  user_id: z.string(),
  provider_id: z.string(),
});

const projectRef = z.object({ id: z.string(), name: z.string(), framework: z.string(), status: z.string() });
const memberRef = z.object({ user_id: z.string(), role: z.string() });

const milestoneRef = z.object({
  id: z.string(),
  name: z.string(),
  due_date: z.string(),
  status: z.string(),
  project_id: z.string(),
});

const findingRef = z.object({
  id: z.string(),
  title: z.string(),
  severity: z.string(),
  status: z.string(),
  integration: z.string(),
  project_id: z.string(),
  control_id: z.string().nullable(),
});

const agentRef = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  project_id: z.string().nullable(),
});

const reportRef = z.object({
  id: z.string(),
  kind: z.string(),
  project_id: z.string(),
  requested_by: z.string(),
});

/** Every kind of event and the shape of its `data`. One state change writes exactly one of these. */
export const eventCatalogue = {
  "evidence.uploaded": z.object({ evidence: evidenceRef }),
  "evidence.retried": z.object({ evidence: evidenceRef, attempt: z.int() }),
  /** `changed` names the fields as the API does; `revision` counts such changes from 1. */
  "evidence.updated": z.object({
    evidence: evidenceRef,
    changed: z.array(z.string()),
    revision: z.int(),
  }),
  "evidence.processed": z.object({
    evidence: evidenceRef.extend({ quality_score: z.int(), chunk_count: z.int() }),
  }),
  "evidence.failed": z.object({ evidence: evidenceFailure }),
  "evidence.quarantined": z.object({ evidence: evidenceFailure }),
  "evidence.approved": z.object({ evidence: evidenceReview }),
  "evidence.rejected": z.object({ evidence: evidenceReview }),
  "evidence.expiry_changed": z.object({ evidence: evidenceExpiry }),
  "evidence.expiring": z.object({ evidence: evidenceExpiry, days_left: z.int() }),
  "evidence.expired": z.object({ evidence: evidenceExpiry }),
  "evidence.superseded": z.object({ evidence: evidenceRef, superseded_by: z.string() }),
  "evidence.deleted": z.object({ evidence: evidenceRef }),
  "finding.created": z.object({ finding: findingRef }),
  /** `changed` names the fields as the API does. */
  "finding.updated": z.object({ finding: findingRef, changed: z.array(z.string()) }),
  /** `acceptance` counts from 1; null unless the finding was accepted. */
  "finding.status_changed": z.object({
    finding: findingRef,
    from: z.string(),
    to: z.string(),
    reason: z.string().nullable(),
    acceptance: z.object({ number: z.int(), until: z.string() }).nullable(),
  }),
  "finding.commented": z.object({
    finding: findingRef,
    comment: z.object({ id: z.string(), author_id: z.string(), reply_to: z.string().nullable() }),
  }),
  "risk.level_changed": z.object({
    project: z.object({ id: z.string(), name: z.string() }),
    from: z.string(),
    to: z.string(),
    score: z.int(),
  }),
  "agent.registered": z.object({ agent: agentRef }),
  "agent.removed": z.object({ agent: agentRef }),
  "api_key.created": z.object({ api_key: apiKeyRef }),
  "api_key.rotation_due": z.object({ api_key: apiKeyRef, days_left: z.int() }),
  "api_key.rotated": z.object({ api_key: apiKeyRef, successor: apiKeyRef }),
  "api_key.revoked": z.object({
    api_key: apiKeyRef,
    reason: z.enum(["revoked", "not_rotated", "owner_deactivated"]),
  }),
  "user.totp_enabled": z.object({ user: userRef }),
  "user.totp_disabled": z.object({ user: userRef, by: z.enum(["user", "admin"]) }),
  "user.recovery_codes_replaced": z.object({ user: userRef }),
  "user.recovery_code_used": z.object({ user: userRef, left: z.int() }),
  /** The subject is the request: nobody has looked yet whose address it is. */
  "user.password_reset_requested": z.object({ request: z.object({ id: z.string() }) }),
  "user.password_reset_issued": z.object({ user: userRef, by: z.enum(["mail", "admin"]) }),
  "user.password_changed": z.object({ user: userRef, how: z.enum(["changed", "reset"]) }),
  "oauth_client.created": z.object({ oauth_client: oauthClientRef }),
  "oauth_client.updated": z.object({ oauth_client: oauthClientRef, changed: z.array(z.string()) }),
  "oauth_client.secret_rotated": z.object({ oauth_client: oauthClientRef }),
  "oauth_client.deleted": z.object({ oauth_client: oauthClientRef }),
  "signing_key.rotated": z.object({
    retired: z.array(z.string()),
    current: z.string(),
    next: z.string(),
    reason: z.enum(["planned", "emergency"]),
  }),
  "user.created": z.object({ user: personRef }),
  /** `changed` names the fields as the API does; `previous_email` where the address is among them. */
  "user.updated": z.object({
    user: personRef,
    changed: z.array(z.string()),
    previous_email: z.string().optional(),
  }),
  "user.deactivated": z.object({ user: personRef }),
  "user.reactivated": z.object({ user: personRef }),
  "user.upstream_linked": z.object({ upstream_account: upstreamAccountRef }),
  "user.upstream_unlinked": z.object({ upstream_account: upstreamAccountRef }),
  "identity_provider.created": z.object({ identity_provider: identityProviderRef }),
  "identity_provider.updated": z.object({
    identity_provider: identityProviderRef,
    changed: z.array(z.string()),
  }),
  "identity_provider.deleted": z.object({ identity_provider: identityProviderRef }),
  /** `changed` names the fields as the API does. */
  "control.updated": z.object({ control: controlRef, changed: z.array(z.string()) }),
  "control.status_changed": z.object({ control: controlRef, from: z.string(), to: z.string() }),
  "score.changed": z.object({
    project: z.object({ id: z.string(), name: z.string() }),
    from: z.number(),
    to: z.number(),
  }),
  "project.created": z.object({ project: projectRef }),
  /** `changed` names the fields as the API does. */
  "project.updated": z.object({ project: projectRef, changed: z.array(z.string()) }),
  "project.status_changed": z.object({ project: projectRef, from: z.string(), to: z.string() }),
  "project.deleted": z.object({ project: projectRef }),
  "project.member_added": z.object({ project: projectRef, member: memberRef }),
  "project.member_removed": z.object({ project: projectRef, member: memberRef }),
  "milestone.created": z.object({ milestone: milestoneRef }),
  "milestone.updated": z.object({ milestone: milestoneRef, changed: z.array(z.string()) }),
  "milestone.achieved": z.object({ milestone: milestoneRef }),
  "milestone.due": z.object({ milestone: milestoneRef, days_left: z.int() }),
  "milestone.missed": z.object({ milestone: milestoneRef }),
  "milestone.deleted": z.object({ milestone: milestoneRef }),
  "report.requested": z.object({ report: reportRef.extend({ expires_at: z.iso.datetime() }) }),
  "report.completed": z.object({
    report: reportRef.extend({ file_name: z.string(), file_size: z.int(), sha256: z.string() }),
  }),
  "report.failed": z.object({ report: reportRef.extend({ reason: z.string() }) }),
  "report.expired": z.object({ report: reportRef }),
};

export type EventKind = keyof typeof eventCatalogue;
export type EventData<K extends EventKind> = z.infer<(typeof eventCatalogue)[K]>;
