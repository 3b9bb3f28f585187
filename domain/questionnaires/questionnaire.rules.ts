export const QUESTIONNAIRE_STATUSES = ["answering", "answered", "failed"] as const;
export type QuestionnaireStatus = (typeof QUESTIONNAIRE_STATUSES)[number];

/**
 * `open` waits for the workflow, `suggested` and `no_evidence` for a person; the others are people's
 * decisions.
 */
export const ITEM_STATES = ["open", "suggested", "no_evidence", "accepted", "edited", "rejected"] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export const ITEM_DECISIONS = ["accept", "edit", "reject", "reuse"] as const;
export type ItemDecision = (typeof ITEM_DECISIONS)[number];

/** Not decided by a person: the workflow may change the answer. */
export const UNDECIDED: readonly ItemState[] = ["open", "suggested", "no_evidence"];
/** The answers that an export writes into the file. */
export const ANSWERED_BY_PEOPLE: readonly ItemState[] = ["accepted", "edited"];

export const MAX_QUESTIONS = 2_000;
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

export const questionnaireWorkflowId = (id: string, attempt: number): string =>
  `questionnaire-${id}-${attempt}`;

/** Where the file is in the blob store. */
export const questionnaireKeys = (id: string) => ({
  folder: `questionnaires/${id}`,
  original: `questionnaires/${id}/original`,
});

/** The questionnaire in events. */
export const questionnaireReference = (questionnaire: {
  id: string;
  fileName: string;
  project: { id: string };
  uploadedBy: { id: string };
}) => ({
  id: questionnaire.id,
  file_name: questionnaire.fileName,
  project_id: questionnaire.project.id,
  uploaded_by: questionnaire.uploadedBy.id,
});
