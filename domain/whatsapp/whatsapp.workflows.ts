import type { WorkflowDefinitions } from "../events/workflow-definition.ts";
import { whatsappWorkflowId } from "./inbound-message.rules.ts";

export const whatsappWorkflows = {
  handleWhatsappMessage: {
    summary: "Answer a WhatsApp message",
    // An answer in a chat that comes hours later puzzles people.
    retryable: false,
    // Otherwise an operator who terminates one leaves its sender without an answer, and their next message waiting.
    inProgress: {
      whatsapp_messages: {
        from: "inbound_messages one",
        where: "one.started_at is not null and one.handled_at is null",
        start: ({ id }) => ({
          workflow: "handleWhatsappMessage",
          workflowId: whatsappWorkflowId(id),
          args: [{ inboundId: id }],
          searchAttributes: {},
        }),
      },
    },
  },
} satisfies WorkflowDefinitions;
