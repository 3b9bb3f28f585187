import type { WorkflowDefinitions } from "../events/workflow-definition.ts";
import {
  inProject,
  subjectOf,
  type Starter,
  type Starters,
  type WorkflowSubject,
  type WorkflowStart,
} from "../events/workflow-start.ts";
import { IN_PROJECT, NOT_LEAVING } from "../projects/in-project.ts";
import type { questionnaireEvents } from "./questionnaire.events.ts";
import { questionnaireWorkflowId } from "./questionnaire.rules.ts";

export const startAnswering = (subject: WorkflowSubject, attempt: number): WorkflowStart => ({
  workflow: "answerQuestionnaire",
  workflowId: questionnaireWorkflowId(subject.id, attempt),
  args: [{ questionnaireId: subject.id, attempt }],
  searchAttributes: inProject(subject),
});

const answer: Starter<{ attempt: number }> = (event) => startAnswering(subjectOf(event), event.data.attempt);

export const questionnaireStarts: Starters<typeof questionnaireEvents> = {
  "questionnaire.uploaded": answer,
  "questionnaire.retried": answer,
};

export const questionnaireWorkflows = {
  answerQuestionnaire: {
    summary: "Answer a questionnaire from evidence",
    lane: "jobs",
    retryable: true,
    inProgress: {
      questionnaires: {
        from: "questionnaires one",
        where: `one.status = 'answering' and ${NOT_LEAVING}`,
        ...IN_PROJECT,
        number: "one.attempt",
        start: (row) => startAnswering(row, row.number),
      },
    },
  },
} satisfies WorkflowDefinitions;
