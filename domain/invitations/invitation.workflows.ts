import type { WorkflowDefinitions } from "../events/workflow-definition.ts";
import type { Starter, Starters, WorkflowStart } from "../events/workflow-start.ts";
import type { invitationEvents } from "./invitation.events.ts";
import { INVITATION_DAYS, invitationWorkflowId } from "./invitation.rules.ts";

const sendInvitation = (invitationId: string, sends: number): WorkflowStart => ({
  workflow: "sendInvitation",
  workflowId: invitationWorkflowId(invitationId, sends),
  args: [{ invitationId, sends }],
  searchAttributes: {},
});

const send: Starter<{ invitation: { sends: number } }> = ({ subjectId, data }) =>
  sendInvitation(subjectId, data.invitation.sends);

export const invitationStarts: Starters<typeof invitationEvents> = {
  "invitation.created": send,
  "invitation.resent": send,
};

export const invitationWorkflows = {
  sendInvitation: {
    summary: "Mail an invitation",
    lane: "mail",
    retryable: true,
    inProgress: {
      // For as long as the workflow itself tries: a day.
      invitations: {
        from: "invitations one",
        where: `one.mail = 'waiting' and one.accepted_at is null and one.revoked_at is null
      and one.expires_at > now() + interval '${INVITATION_DAYS - 1} days'`,
        number: "one.sends",
        start: ({ id, number }) => sendInvitation(id, number),
      },
    },
  },
} satisfies WorkflowDefinitions;
