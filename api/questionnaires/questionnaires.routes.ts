import { earlierAnswers, traced } from "../../domain/questionnaires/answer-library.queries.ts";
import {
  createQuestionnaire,
  decideItem,
  deleteQuestionnaire,
  retryQuestionnaire,
} from "../../domain/questionnaires/questionnaire.commands.ts";
import {
  visibleQuestionnaire,
  decidedAnswers,
  listItems,
  listQuestionnaires,
  loadQuestionnaire,
  readItem,
  withCounts,
  questionnaireListing,
  questionnaireItemListing,
} from "../../domain/questionnaires/questionnaire.queries.ts";
import { questionnaireFormat } from "../../domain/questionnaires/questionnaire-format.rules.ts";
import { MAX_FILE_BYTES, questionnaireKeys } from "../../domain/questionnaires/questionnaire.rules.ts";
import type { StartMissing } from "../../domain/events/restart-workflow.ts";
import { loadProject } from "../../domain/projects/project.queries.ts";
import type { FileTasks } from "../../extraction/file-tasks.ts";
import { writeAnswersInto } from "../../extraction/questionnaires/questionnaire-files.ts";
import { newId } from "../../platform/ids.ts";
import { reads, lists, may } from "../access.ts";
import { IdParams, listInput } from "../common.contract.ts";
import type { UploadDeps } from "../evidence/prepare-upload.ts";
import { readOriginal } from "./read-original.ts";
import { defineRoute, type RawAnswer, type Route, type RouteContext } from "../route.ts";
import {
  DecisionBody,
  EarlierAnswerList,
  ItemList,
  ItemParams,
  ItemQuery,
  ItemView,
  QuestionnaireList,
  QuestionnaireQuery,
  QuestionnaireView,
  UploadQuestionnaireForm,
  presentEarlierAnswers,
  presentItem,
  presentQuestionnaire,
} from "./questionnaires.contract.ts";
import { readQuestionnaireFile } from "./read-questionnaire-file.ts";
import { markDownload } from "../../platform/web/mark-download.ts";
import { only } from "../../domain/only.rules.ts";

const PATH = "/api/v1/questionnaires";
const TYPES = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  // Without a character set: the file keeps the one it was uploaded with.
  csv: "text/csv",
} as const;
const ARCHIVED = { 409: "The project is archived" };

interface ById {
  params: { id: string };
}
const loadById = (ctx: RouteContext, { params }: ById) => loadQuestionnaire(ctx, params.id);

interface QuestionnaireRouteDeps extends UploadDeps {
  startMissing: StartMissing;
  fileTasks: FileTasks;
}

const upload = (deps: QuestionnaireRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: PATH,
    summary: "Upload a questionnaire (xlsx, csv); a workflow answers each question from the evidence",
    access: may("questionnaire.create"),
    multipart: true,
    storesFile: true,
    maxFileBytes: MAX_FILE_BYTES,
    body: UploadQuestionnaireForm,
    status: 201,
    answers: { 404: "The project does not exist or is not visible to the caller", ...ARCHIVED },
    output: QuestionnaireView,
    load: (ctx: RouteContext, { body }) => loadProject(ctx, body.project_id),
    act: async (ctx, { body, file }, project) => {
      const columns = { sheet: body.sheet, question: body.question_column, answer: body.answer_column };
      const { fileName, ...found } = await readQuestionnaireFile(
        deps,
        { ...file, caller: ctx.actor.id },
        columns,
      );
      const stored = { id: newId(), fileName, size: file.size, sha256: file.sha256 };
      const keys = questionnaireKeys(stored.id);
      const store = async (): Promise<void> => {
        ctx.undo.push(() => deps.blobs.removeAll(keys.folder));
        await deps.blobs.putFile(keys.original, file.path);
      };
      const made = await createQuestionnaire(ctx, { project, file: stored, ...found, store });
      return only(await withCounts(ctx, [made]));
    },
    present: presentQuestionnaire,
  });

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List questionnaires, newest first",
  access: lists("questionnaire.read"),
  query: QuestionnaireQuery,
  listing: questionnaireListing,
  output: QuestionnaireList,
  act: (ctx, { query }) => {
    const { project_id: projectId, status } = query;
    return listQuestionnaires(ctx, { ...listInput(query), projectId, status });
  },
  present: ({ items, pagination }) => ({ questionnaires: items.map(presentQuestionnaire), pagination }),
});

const read = defineRoute({
  method: "get",
  path: `${PATH}/:id`,
  summary: "Get a questionnaire and its progress",
  access: reads(visibleQuestionnaire),
  params: IdParams,
  output: QuestionnaireView,
  act: async (ctx, _input, questionnaire) => only(await withCounts(ctx, [questionnaire])),
  present: presentQuestionnaire,
});

const items = defineRoute({
  method: "get",
  path: `${PATH}/:id/items`,
  summary: "List a questionnaire's questions with their answers and sources, in the sheet's order",
  access: reads(visibleQuestionnaire),
  params: IdParams,
  query: ItemQuery,
  listing: questionnaireItemListing,
  output: ItemList,
  act: async (ctx, { query }, questionnaire) => {
    const page = await listItems(ctx, questionnaire, { ...listInput(query), state: query.state });
    return { ...page, items: await traced(ctx, page.items) };
  },
  present: ({ items: found, pagination }) => ({ items: found.map(presentItem), pagination }),
});

const item = defineRoute({
  method: "get",
  path: `${PATH}/:id/items/:itemId`,
  summary: "Get a question with its answer and sources",
  access: reads(visibleQuestionnaire),
  params: ItemParams,
  output: ItemView,
  act: async (ctx, { params }, questionnaire) =>
    only(await traced(ctx, [await readItem(ctx, questionnaire, params.itemId)])),
  present: presentItem,
});

const earlier = defineRoute({
  method: "get",
  path: `${PATH}/:id/items/:itemId/earlier-answers`,
  summary:
    "List the latest 10 answers to the same question in the customer's questionnaires that the caller sees",
  access: reads(visibleQuestionnaire),
  params: ItemParams,
  output: EarlierAnswerList,
  act: async (ctx, { params }, questionnaire) =>
    earlierAnswers(ctx, questionnaire.project, await readItem(ctx, questionnaire, params.itemId)),
  present: presentEarlierAnswers,
});

const decide = defineRoute({
  method: "put",
  path: `${PATH}/:id/items/:itemId`,
  summary: "Accept, edit or reject an answer, or reuse an earlier one",
  access: may("questionnaire.answer"),
  params: ItemParams,
  body: DecisionBody,
  answers: {
    404: "The question or the earlier answer does not exist or is not visible to the caller",
    409: "There is no answer to accept, or the project is archived",
  },
  output: ItemView,
  load: loadById,
  act: async (ctx, { params, body }, questionnaire) => {
    const { decision, answer, earlier_item_id: earlierItemId } = body;
    const input = { questionnaire, itemId: params.itemId, decision, answer, earlierItemId };
    const item = await decideItem(ctx, input);
    return only(await traced(ctx, [item]));
  },
  present: presentItem,
});

const retry = ({ startMissing }: QuestionnaireRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: `${PATH}/:id/retry`,
    summary: "Answer undecided questions again, or resume when no workflow is running",
    access: may("questionnaire.answer"),
    params: IdParams,
    answers: { 409: "A workflow is answering it, or the project is archived" },
    output: QuestionnaireView,
    load: loadById,
    act: async (ctx, _input, questionnaire) => {
      const retried = await retryQuestionnaire(ctx, questionnaire, startMissing);
      return only(await withCounts(ctx, [retried]));
    },
    present: presentQuestionnaire,
  });

const file = ({ blobs, fileTasks }: QuestionnaireRouteDeps): Route =>
  defineRoute({
    method: "get",
    path: `${PATH}/:id/file`,
    summary: "Download the questionnaire with accepted and edited answers filled in; nothing else is changed",
    access: reads(visibleQuestionnaire),
    params: IdParams,
    answer: "raw",
    produces: [TYPES.xlsx, TYPES.csv],
    act: async (ctx, _input, questionnaire) => {
      const { id, sheet, answerColumn: column, fileName, sha256 } = questionnaire;
      const answers = await decidedAnswers(ctx, questionnaire);
      const original = await readOriginal(blobs, { key: questionnaireKeys(id).original, sha256 });
      const format = questionnaireFormat(fileName) ?? "xlsx";
      const cells = { format, sheet, column, answers: [...answers] };
      return { fileName, format, bytes: await writeAnswersInto(fileTasks, ctx.actor.id, original, cells) };
    },
    present:
      ({ fileName, format, bytes }): RawAnswer =>
      (response) => {
        // Express would add the character set of a string.
        markDownload(response, fileName).setHeader("Content-Type", TYPES[format]);
        response.set("Cache-Control", "private, no-cache");
        response.end(bytes);
      },
  });

const remove = ({ blobs }: UploadDeps): Route =>
  defineRoute({
    method: "delete",
    path: `${PATH}/:id`,
    summary: "Delete a questionnaire with its answers and file",
    access: may("questionnaire.answer"),
    params: IdParams,
    answers: ARCHIVED,
    transaction: "own",
    load: loadById,
    act: (ctx, _input, questionnaire) =>
      deleteQuestionnaire(ctx, questionnaire, (folder) => blobs.removeAll(folder)),
  });

export const createQuestionnaireRoutes = (deps: QuestionnaireRouteDeps): Route[] => [
  upload(deps),
  list,
  read,
  items,
  item,
  earlier,
  decide,
  retry(deps),
  file(deps),
  remove(deps),
];
