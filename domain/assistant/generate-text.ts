import { languageOfQuestion } from "../answers/question-language.rules.ts";
import { textsIn } from "../texts/texts-in.ts";
import { peopleOf } from "../answers/people-of.ts";
import type { Change, CommandContext } from "../context.ts";
import { answerQuestion, type AnswerDeps, type AnswerListener } from "./answer-question.ts";
import { requestJob } from "./job.commands.ts";
import type { AssistantJob } from "./job.entity.ts";
import { resultOf, type JobResult, type ProjectKind } from "./job.rules.ts";
import { omitNames } from "./omit-names.rules.ts";

type Project = { id: string; name: string; framework: string };

export type TextRequest =
  | { kind: Exclude<ProjectKind, "gap_analysis"> }
  | { kind: "questionnaire_answer"; question: string };

/** An answer for others: without lines that name a person. */
async function answerFor(
  ctx: CommandContext,
  deps: AnswerDeps,
  project: Project,
  text: string,
  waiting: AnswerListener,
): Promise<JobResult> {
  const question = { text, project, control: null, conversation: null };
  const answer = await answerQuestion(ctx, deps, question, waiting);
  const { message, mode, citations } = omitNames(
    answer,
    await peopleOf(ctx, [project.id]),
    textsIn(languageOfQuestion(text)).assistant.notFound,
  );
  return resultOf({ text: message, mode, citations });
}

/**
 * Answers a question at once, or requests a text about the whole project. Stores either in a separate
 * transaction, because none is open while the answer is being made.
 */
export async function generateText(
  ctx: CommandContext & { change: Change },
  deps: AnswerDeps,
  project: Project,
  request: TextRequest,
  waiting: AnswerListener,
): Promise<AssistantJob> {
  const { kind } = request;
  const result =
    request.kind === "questionnaire_answer"
      ? await answerFor(ctx, deps, project, request.question, waiting)
      : undefined;
  return ctx.change((em) => requestJob({ ...ctx, em }, { projectId: project.id, kind, result }));
}
