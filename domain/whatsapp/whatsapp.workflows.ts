import type { WorkflowDefinitions } from "../events/workflow-definition.ts";
import type { WorkflowStart, WorkflowSubject } from "../events/workflow-start.ts";
import { whatsappWorkflowId } from "./inbound-message.rules.ts";

const start = ({ id }: WorkflowSubject): WorkflowStart => ({
  workflow: "handleWhatsappMessage",
  workflowId: whatsappWorkflowId(id),
  args: [{ inboundId: id }],
  searchAttributes: {},
});

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
        start,
      },
      // Replies that were stored and not sent; after a day they would only puzzle their receiver.
      whatsapp_replies: {
        from: "inbound_messages one",
        where: `one.received_at > now() - interval '1 day' and one.handled_at is not null
          and jsonb_array_length(one.replies) > 0`,
        start,
      },
      // Senders who wait for the result of their file, for as long as the workflow follows it.
      whatsapp_readings: {
        from: "inbound_messages one",
        where: `one.received_at > now() - interval '23 hours' and one.handled_at is not null
          and one.outcome = 'uploaded' and one.evidence_id is not null`,
        start,
      },
    },
  },
} satisfies WorkflowDefinitions;
