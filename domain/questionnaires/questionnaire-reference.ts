import type { Row } from "../../platform/database/find-rows.ts";
import type { Questionnaire } from "./questionnaire.entity.ts";

/** The questionnaire in events. */
export const questionnaireReference = (questionnaire: Row<Questionnaire>) => ({
  id: questionnaire.id,
  file_name: questionnaire.fileName,
  project_id: questionnaire.project.id,
  uploaded_by: questionnaire.uploadedBy.id,
});
