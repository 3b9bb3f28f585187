import type { Feature } from "../feature.ts";
import { questionnaireAccess } from "./questionnaire.access.ts";
import { Questionnaire, QuestionnaireItem } from "./questionnaire.entity.ts";
import { questionnaireEvents } from "./questionnaire.events.ts";
import { questionnaireStarts, questionnaireWorkflows } from "./questionnaire.workflows.ts";

export const questionnaires = {
  entities: [Questionnaire, QuestionnaireItem],
  access: questionnaireAccess,
  events: questionnaireEvents,
  starts: questionnaireStarts,
  workflows: questionnaireWorkflows,
  blobFolders: { questionnaires: "questionnaires" },
} satisfies Feature;
