import { removeQuestionnaires } from "../questionnaires/remove-questionnaires.ts";
import { removeReports } from "../reports/remove-reports.ts";

/**
 * Files of projects in the blob store other than evidence: each function removes those of a project, with
 * their rows.
 */
export const removeProjectParts = [removeReports, removeQuestionnaires];
