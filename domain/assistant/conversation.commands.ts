import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import type { AssistantAnswer } from "./answer.rules.ts";
import { AssistantMessage, Conversation } from "./conversation.entity.ts";
import { tokensOf } from "../language-model/language-model.ts";
import { beginningOf } from "../../platform/beginning-of.ts";
import { lockProject } from "../projects/lock-project.ts";
import { loadLocked, lockRow } from "../../platform/database/lock-row.ts";

const LONGEST_TITLE = 120;

const titleOf = (question: string): string => {
  const line = question.replaceAll(/\s+/g, " ").trim();
  return line.length <= LONGEST_TITLE ? line : `${beginningOf(line, LONGEST_TITLE - 1)}…`;
};

/** The conversation in events. */
const reference = ({ id, project, owner }: Conversation) => ({
  id,
  project_id: project.id,
  owner_id: owner.id,
});

/** Events about it belong to its owner and not to its project, whose members are not notified of questions. */
const subjectOf = ({ id }: Conversation) => ({ id });

export interface StoreAnswerInput {
  /** Null starts a conversation. */
  conversationId: string | null;
  projectId: string;
  control: string | null;
  question: string;
  answer: AssistantAnswer;
}

function start(ctx: CommandContext, { projectId, control, question }: StoreAnswerInput): Conversation {
  const now = ctx.clock.now();
  return ctx.em.create(Conversation, {
    owner: ctx.em.getReference(User, ctx.actor.id),
    project: ctx.em.getReference(Project, projectId),
    control,
    title: titleOf(question),
    promptTokens: 0,
    completionTokens: 0,
    createdAt: now,
    updatedAt: now,
  });
}

/** Stores a question with its answer and cost; NOT_FOUND if project or conversation were deleted in the meantime. */
export async function storeAnswer(ctx: CommandContext, input: StoreAnswerInput): Promise<Conversation> {
  const { conversationId, projectId, question, answer } = input;
  await lockProject(ctx, projectId, "shared");
  const conversation =
    conversationId === null
      ? start(ctx, input)
      : await loadLocked(ctx.em, Conversation, { id: conversationId, owner: ctx.actor.id }, "Conversation");
  const { mode, found, citations, message, usage } = answer;
  const now = ctx.clock.now();
  const common = { conversation, createdAt: now } as const;
  ctx.em.create(AssistantMessage, { ...common, author: "user", text: question, citations: [] });
  const answered = { author: "assistant", text: message, mode, found, citations } as const;
  ctx.em.create(AssistantMessage, { ...common, ...answered });
  conversation.promptTokens += usage.promptTokens;
  conversation.completionTokens += usage.completionTokens;
  conversation.updatedAt = now;
  if (input.control !== null) conversation.control = input.control;
  recordEvent(ctx, "conversation.answered", {
    subject: subjectOf(conversation),
    data: {
      conversation: reference(conversation),
      mode,
      citations: citations.length,
      tokens: tokensOf(usage),
    },
  });
  return conversation;
}

/** Deletes a conversation with its messages. */
export async function deleteConversation(ctx: CommandContext, conversation: Conversation): Promise<void> {
  await lockRow(ctx.em, conversation, "Conversation");
  recordEvent(ctx, "conversation.deleted", {
    subject: subjectOf(conversation),
    data: { conversation: reference(conversation) },
  });
  ctx.em.remove(conversation);
}
