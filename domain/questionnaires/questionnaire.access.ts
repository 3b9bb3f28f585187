import { defineAccess } from "../access/access-rule.ts";
import {
  auditedParty,
  auditedPartyOfItsProject,
  isInOpenProject,
  ofOpenProject,
  seesItsProject,
} from "../projects/project.access.ts";

export type QuestionnaireAction = "questionnaire.read" | "questionnaire.create" | "questionnaire.answer";

const ofQuestionnaire = { on: "questionnaire", project: "project.id" } as const;

export const questionnaireAccess = defineAccess<QuestionnaireAction>({
  "questionnaire.read": { ...ofQuestionnaire, scope: "read", roles: seesItsProject },
  // Applies to its project. Auditors stay independent of what the company says about itself.
  "questionnaire.create": { ...ofOpenProject, scope: "write", roles: auditedParty },
  "questionnaire.answer": {
    ...ofQuestionnaire,
    scope: "write",
    state: isInOpenProject,
    roles: auditedPartyOfItsProject,
  },
});
