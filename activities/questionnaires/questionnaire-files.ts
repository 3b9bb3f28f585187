import { Questionnaire } from "../../domain/questionnaires/questionnaire.entity.ts";
import { questionnaireKeys } from "../../domain/questionnaires/questionnaire.rules.ts";
import type { RowsWithFiles } from "../projects/remove-rows-with-files.ts";

/** A workflow that is still answering one finds it deleted. */
export const questionnaireFiles: RowsWithFiles = {
  entity: Questionnaire,
  folderOf: (id) => questionnaireKeys(id).folder,
};
