import fc from "fast-check";
import { Conversation } from "../../domain/assistant/conversation.entity.ts";
import { AssistantJob } from "../../domain/assistant/job.entity.ts";
import { JOB_STATUSES } from "../../domain/assistant/job.rules.ts";
import { newId } from "../../platform/ids.ts";
import type { Sketch } from "./pick-arbitrary.ts";

/** For the world of `access-world.ts`. */
export function arbitraryConversation({ pick, em, users, projects }: Sketch): void {
  const now = new Date();
  em.create(Conversation, {
    id: newId(),
    owner: pick(fc.constantFrom(...users)),
    project: pick(fc.constantFrom(...projects)),
    title: "A question",
    promptTokens: 0,
    completionTokens: 0,
    createdAt: now,
    updatedAt: now,
  });
}

/** For the world of `access-world.ts`. */
export function arbitraryJob({ pick, em, users, projects }: Sketch): void {
  em.create(AssistantJob, {
    id: newId(),
    project: pick(fc.constantFrom(...projects)),
    requestedBy: pick(fc.constantFrom(...users)),
    kind: "summary",
    status: pick(fc.constantFrom(...JOB_STATUSES)),
    requestedAt: new Date(),
  });
}
