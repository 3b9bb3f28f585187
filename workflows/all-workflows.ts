// The bundler starts here: every workflow the workers run, one line each.
export { apiKeyRotation } from "./api-key-rotation.ts";
export { buildReport } from "./build-report.ts";
export { expireAcceptance } from "./expire-acceptance.ts";
export { deleteProject } from "./delete-project.ts";
export { deliverWebhook } from "./deliver-webhook.ts";
export { dispatchWebhooks } from "./dispatch-webhooks.ts";
export { housekeeping } from "./housekeeping.ts";
export { ingestEvidence } from "./ingest-evidence.ts";
export { notifySecurityChange } from "./notify-security-change.ts";
export { notifyWebhookDisabled } from "./notify-webhook-disabled.ts";
export { signingKeyRotation } from "./signing-key-rotation.ts";
export { refreshEvidence } from "./refresh-evidence.ts";
export { passwordReset } from "./password-reset.ts";
export { snapshotScores } from "./snapshot-scores.ts";
export { watchEvidenceExpiry } from "./watch-evidence-expiry.ts";
export { watchMilestone } from "./watch-milestone.ts";
export { withdrawEvidence } from "./withdraw-evidence.ts";
