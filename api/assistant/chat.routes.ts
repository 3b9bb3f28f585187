import type { AnswerDeps } from "../../domain/assistant/answer-question.ts";
import { loadTurnTarget, takeTurn } from "../../domain/assistant/take-turn.ts";
import type { LanguageModel } from "../../domain/language-model/language-model.ts";
import { may } from "../access.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import type { RetrievalCaller } from "../retrieval/retrieval-client.ts";
import { ChatBody, ChatView, partsOf, presentAnswer } from "./chat.contract.ts";

export interface AssistantRouteDeps {
  /** Null if none is configured. */
  languageModel: LanguageModel | null;
  /** The dependencies of answers in one project, with exactly the caller's rights. */
  answersIn: (projectId: string, caller: RetrievalCaller) => AnswerDeps;
}

export const createChatRoutes = ({ languageModel, answersIn }: AssistantRouteDeps): Route[] => [
  defineRoute({
    method: "post",
    path: "/api/v1/ai/chat",
    summary: "Ask the assistant about a project. Answers cite its evidence, and say when there is none",
    access: may("assistant.ask"),
    body: ChatBody,
    answer: "streamed",
    transaction: "own",
    keepsAnswer: true,
    output: ChatView,
    // Before the event stream begins, whose status is 200.
    checkBefore: async (_input, actor) => languageModel?.admit(actor.id),
    answers: {
      404: "The project, control or conversation does not exist or is not visible to the caller",
      503: "Search is unavailable",
    },
    load: (ctx: RouteContext, { body }) =>
      loadTurnTarget(ctx, { conversationId: body.conversation_id, projectId: body.context.project_id }),
    subject: ({ project }) => project,
    act: (ctx, { body }, { project, conversation }) => {
      const turn = { project, conversation, controlNamed: body.context.control_id, question: body.message };
      return takeTurn(ctx, answersIn(project.id, ctx), turn, ctx.waiting);
    },
    present: presentAnswer,
    parts: partsOf,
  }),
];
