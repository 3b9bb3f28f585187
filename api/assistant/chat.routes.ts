import type { Response } from "express";
import { readConversation } from "../../domain/assistant/conversation.queries.ts";
import type { AnswerDeps, AnswerListener } from "../../domain/assistant/answer-question.ts";
import { takeTurn, type AnsweredTurn, type Turn } from "../../domain/assistant/take-turn.ts";
import type { LanguageModel } from "../../domain/language-model/language-model.ts";
import { loadProject } from "../../domain/projects/project.queries.ts";
import type { Project } from "../../domain/projects/project.entity.ts";
import { AppError, invalid } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logger.ts";
import { toAppError } from "../../platform/web/answer-errors.ts";
import { requestIdOf, successEnvelope } from "../../platform/web/envelope.ts";
import { may } from "../access.ts";
import { defineRoute, type RawAnswer, type Route, type RouteContext } from "../route.ts";
import { ChatBody, ChatView, presentAnswer } from "./chat.contract.ts";
import type { RetrievalCaller } from "../search/retrieval-client.ts";
import { openEventStream, wantsEvents } from "./event-stream.ts";

export interface AssistantRouteDeps {
  /** Null if none is configured. */
  languageModel: LanguageModel | null;
  /** What answers need in one project, with exactly the caller's rights. */
  answersIn: (projectId: string, caller: RetrievalCaller) => AnswerDeps;
}

export interface ChatRouteDeps extends AssistantRouteDeps {
  logger: Logger;
}

type Work = (waiting: AnswerListener) => Promise<AnsweredTurn>;

/** One sentence or line per event. */
const piecesOf = (message: string): string[] => message.match(/[^\n.!?]+[\n.!?]*\s*|[\n.!?]+\s*/g) ?? [];

/** The error as an event, because the status has been sent. */
function refusalOf(error: unknown, logger: Logger, requestId: string) {
  const { code, message, details, status } = toAppError(error);
  if (code === "INTERNAL_ERROR") logger.error({ err: error, requestId }, "an answer of the assistant failed");
  else if (status >= 500) logger.warn({ err: error, requestId }, "an answer of the assistant failed");
  return { code, message, details, request_id: requestId };
}

async function answerAsEvents(
  work: Work,
  response: Response,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const events = openEventStream(response);
  try {
    const presented = presentAnswer(await work({ signal, onStep: (tool) => events.send("step", { tool }) }));
    for (const text of piecesOf(presented.message)) events.send("token", { text });
    for (const citation of presented.citations) events.send("citation", citation);
    events.send("done", presented);
  } catch (error) {
    if (!signal.aborted) events.send("error", refusalOf(error, logger, requestIdOf(response)));
  }
  events.end();
}

async function answerAsJson(work: Work, response: Response, signal: AbortSignal): Promise<void> {
  try {
    const presented = await work({ signal, onStep: () => undefined });
    response.status(200).json(successEnvelope(requestIdOf(response), presentAnswer(presented)));
  } catch (error) {
    // The caller has disconnected.
    if (!signal.aborted) throw error;
  }
}

/** Creates the answer while the caller waits; disconnecting ends it. */
const answering =
  (ctx: RouteContext, logger: Logger, work: Work): RawAnswer =>
  (response) => {
    const abort = new AbortController();
    response.on("close", () => {
      if (!response.writableFinished)
        abort.abort(new AppError("SERVICE_UNAVAILABLE", "The caller disconnected"));
    });
    response.vary("Accept");
    return wantsEvents(ctx.request)
      ? answerAsEvents(work, response, logger, abort.signal)
      : answerAsJson(work, response, abort.signal);
  };

type ChatTarget = { conversation: Turn["conversation"]; projectId: string };

async function chatTargetOf(
  ctx: RouteContext,
  body: { conversation_id?: string | undefined; context: { project_id?: string | undefined } },
): Promise<ChatTarget> {
  const { conversation_id: id, context } = body;
  if (id === undefined) {
    if (context.project_id !== undefined) return { conversation: null, projectId: context.project_id };
    throw invalid({
      field: "context.project_id",
      error: "name a project, or a conversation_id to go on with",
    });
  }
  const { row: conversation } = await readConversation(ctx, id);
  const projectId = conversation.project.id;
  if ((context.project_id ?? projectId) !== projectId)
    throw invalid({ field: "context.project_id", error: "the conversation is about another project" });
  return { conversation, projectId };
}

export const createChatRoutes = (deps: ChatRouteDeps): Route[] => [
  defineRoute({
    method: "post",
    path: "/api/v1/ai/chat",
    service: "assistant",
    summary: "Ask the assistant about a project. Answers cite its evidence, and say when there is none",
    access: may("assistant.ask"),
    body: ChatBody,
    answer: "raw",
    alsoEvents: true,
    transaction: "own",
    output: ChatView,
    // Before the event stream begins, whose status is 200.
    checkBefore: async (_input, actor) => deps.languageModel?.admit(actor.id),
    answers: {
      404: "The project, control or conversation does not exist or is not visible to the caller",
      503: "Search is unavailable",
    },
    load: async (ctx: RouteContext, { body }): Promise<Project> =>
      loadProject(ctx, (await chatTargetOf(ctx, body)).projectId),
    act: async (ctx, { body }, project) => {
      const { conversation } = await chatTargetOf(ctx, body);
      const turn = { project, conversation, controlNamed: body.context.control_id, question: body.message };
      return answering(ctx, deps.logger, (waiting) =>
        takeTurn(ctx, deps.answersIn(project.id, ctx), turn, waiting),
      );
    },
    present: (answer) => answer,
  }),
];
