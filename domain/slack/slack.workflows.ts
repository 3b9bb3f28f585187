import type { WorkflowDefinitions } from "../events/workflow-definition.ts";

export const slackWorkflows = {
  notifySlack: {
    summary: "Post an event to Slack",
    retryable: true,
  },
  answerSlack: {
    summary: "Answer a Slack message",
    // An answer in a chat that comes hours later puzzles people.
    retryable: false,
  },
  reviewFromSlack: {
    summary: "Record a review decided in Slack",
    // An answer in a chat that comes hours later puzzles people.
    retryable: false,
  },
} satisfies WorkflowDefinitions;
