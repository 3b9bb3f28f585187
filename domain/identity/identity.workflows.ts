import type { userEvents } from "../users/user.events.ts";
import type { WorkflowDefinitions } from "../events/workflow-definition.ts";
import type { Starters, WorkflowStart } from "../events/workflow-start.ts";
import { notifyOwner } from "./notify-owner.ts";
import { resetWorkflowId } from "./password-reset.rules.ts";

export const mailReset = (requestId: string): WorkflowStart => ({
  workflow: "passwordReset",
  workflowId: resetWorkflowId(requestId),
  args: [{ requestId }],
  searchAttributes: {},
});

export const identityStarts: Starters<typeof userEvents> = {
  "user.password_reset_requested": ({ subjectId }) => mailReset(subjectId),
  "user.password_reset_issued": notifyOwner,
  "user.password_changed": notifyOwner,
  "user.updated": notifyOwner,
  "user.totp_enabled": notifyOwner,
  "user.totp_disabled": notifyOwner,
  "user.recovery_codes_replaced": notifyOwner,
};

export const identityWorkflows = {
  passwordReset: {
    summary: "Mail a password reset link",
    lane: "mail",
    // A link that comes hours later helps no one: people request another.
    retryable: false,
    inProgress: {
      resets: {
        from: "password_resets one",
        where: "one.hash is null and one.created_at > now() - interval '1 hour'",
        start: ({ id }) => mailReset(id),
      },
    },
  },
  notifySecurityChange: {
    summary: "Mail a security notice",
    lane: "mail",
    retryable: true,
  },
  signingKeyRotation: {
    summary: "Rotate the signing key",
    lane: "quick",
    // The next run of the schedule does the same.
    retryable: false,
  },
} satisfies WorkflowDefinitions;
