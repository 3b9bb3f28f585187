import { removeQuestionnaires } from "./remove-questionnaires.ts";
import { removeReports } from "./remove-reports.ts";

/**
 * Files of projects in the blob store other than evidence: each function removes those of a project, with
 * their rows.
 */
export const removeProjectParts = [removeReports, removeQuestionnaires];
