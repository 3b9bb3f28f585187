import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";

const conversationRef = z.object({ id: z.string(), project_id: z.string(), owner_id: z.string() });

const job = {
  job: z.object({ id: z.string(), kind: z.string(), project_id: z.string(), requested_by: z.string() }),
};
const exampleJob = {
  job: { id: exampleId(3), kind: "gap_analysis", project_id: exampleId(2), requested_by: exampleId(4) },
};

const conversation = { id: exampleId(1), project_id: exampleId(2), owner_id: exampleId(4) };

/** No event contains questions, answers or texts: a conversation belongs to its owner alone. */
export const assistantEvents = {
  "conversation.answered": event(
    "The assistant answered in a conversation; the first answer starts it",
    { conversation: conversationRef, mode: z.string(), citations: z.int(), tokens: z.int() },
    { conversation, mode: "extractive", citations: 2, tokens: 0 },
  ),
  "conversation.deleted": event(
    "A conversation was deleted by its owner",
    { conversation: conversationRef },
    { conversation },
  ),
  "ai_job.requested": event("An analysis or a text about a project was requested", job, exampleJob),
  "ai_job.completed": event("An analysis or a text about a project was completed", job, exampleJob),
  "ai_job.failed": event("An analysis or a text could not be generated", job, exampleJob),
};
