import type { keyEvents } from "./api-key.events.ts";
import type { WorkflowDefinitions } from "../events/workflow-definition.ts";
import type { Starters, WorkflowStart } from "../events/workflow-start.ts";
import { rotationWorkflowId } from "./api-key.rules.ts";

const watchKey = (keyId: string, issuedAt: number): WorkflowStart => ({
  workflow: "apiKeyRotation",
  workflowId: rotationWorkflowId(keyId),
  args: [{ keyId, issuedAt }],
  searchAttributes: {},
});

export const keyStarts: Starters<typeof keyEvents> = {
  "api_key.created": ({ subjectId, occurredAt }) => watchKey(subjectId, occurredAt),
  // The rotation issued the successor, which is a key of its own.
  "api_key.rotated": ({ data, occurredAt }) => watchKey(data.successor.id, occurredAt),
};

export const keyWorkflows = {
  apiKeyRotation: {
    summary: "Send reminders to rotate an API key, and disable it when overdue",
    lane: "quick",
    retryable: true,
    inProgress: {
      keys: {
        from: "api_keys one",
        where:
          "one.revoked_at is null and one.rotated_to is null and (one.expires_at is null or one.expires_at > now())",
        at: "one.created_at",
        start: ({ id, at }) => watchKey(id, at.getTime()),
      },
    },
  },
} satisfies WorkflowDefinitions;
