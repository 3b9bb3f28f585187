import { questionnaireFiles } from "../questionnaires/questionnaire-files.ts";
import { reportFiles } from "../reports/report-files.ts";

/** Rows of projects, besides evidence, that have files in the blob store. */
export const projectParts = [reportFiles, questionnaireFiles];
