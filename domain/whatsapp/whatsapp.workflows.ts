import type { WorkflowDefinitions } from "../events/workflow-definition.ts";

export const whatsappWorkflows = {
  handleWhatsappMessage: {
    summary: "Answer a WhatsApp message",
    // An answer in a chat that comes hours later puzzles people.
    retryable: false,
  },
} satisfies WorkflowDefinitions;
