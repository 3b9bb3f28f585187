import type { SystemContext } from "../context.ts";
import type { Feature } from "../feature.ts";
import { onProjectDeleting } from "../projects/project.moments.ts";
import { assistantEvents } from "./assistant.events.ts";
import { conversationAccess } from "./conversation.access.ts";
import { AssistantMessage, Conversation } from "./conversation.entity.ts";
import { jobAccess } from "./job.access.ts";
import { AssistantJob } from "./job.entity.ts";
import { jobStarts, jobWorkflows } from "./job.workflows.ts";

async function removeWritings({ em }: SystemContext, projectId: string): Promise<void> {
  await em.nativeDelete(Conversation, { project: projectId });
  await em.nativeDelete(AssistantJob, { project: projectId });
}

export const assistant = {
  entities: [Conversation, AssistantMessage, AssistantJob],
  access: { ...conversationAccess, ...jobAccess },
  events: assistantEvents,
  starts: jobStarts,
  workflows: jobWorkflows,
  hooks: [onProjectDeleting.do(removeWritings)],
} satisfies Feature;
