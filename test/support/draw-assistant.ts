import fc from "fast-check";
import { Conversation } from "../../domain/assistant/conversation.entity.ts";
import { AssistantJob } from "../../domain/assistant/job.entity.ts";
import { JOB_STATUSES } from "../../domain/assistant/job.rules.ts";
import type { Project } from "../../domain/projects/project.entity.ts";
import type { User } from "../../domain/users/user.entity.ts";
import { newId } from "../../platform/ids.ts";
import type { Orm } from "../../platform/database/orm.ts";
import type { Draw } from "./draw.ts";

/** For the world of `access-world.ts`. */
export function drawConversation(
  draw: Draw,
  em: Orm["em"],
  users: readonly User[],
  projects: readonly Project[],
): void {
  const now = new Date();
  em.create(Conversation, {
    id: newId(),
    owner: draw(fc.constantFrom(...users)),
    project: draw(fc.constantFrom(...projects)),
    title: "A question",
    promptTokens: 0,
    completionTokens: 0,
    createdAt: now,
    updatedAt: now,
  });
}

/** For the world of `access-world.ts`. */
export function drawJob(
  draw: Draw,
  em: Orm["em"],
  users: readonly User[],
  projects: readonly Project[],
): void {
  em.create(AssistantJob, {
    id: newId(),
    project: draw(fc.constantFrom(...projects)),
    requestedBy: draw(fc.constantFrom(...users)),
    kind: "summary",
    status: draw(fc.constantFrom(...JOB_STATUSES)),
    requestedAt: new Date(),
  });
}
