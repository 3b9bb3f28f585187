import { removeQuestionnaires } from "./remove-questionnaires.ts";
import { removeReports } from "./remove-reports.ts";

/** What projects have in the blob store beside evidence: each takes that of a project away, with its rows. */
export const removeProjectParts = [removeReports, removeQuestionnaires];
