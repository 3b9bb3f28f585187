import { defineAccess } from "../access/access-rule.ts";
import { through } from "../access/condition.ts";
import { seesProject, takesPart } from "../projects/project.access.ts";

export type QuestionnaireAction = "questionnaire.read" | "questionnaire.create" | "questionnaire.answer";

const ofQuestionnaire = { on: "questionnaire", project: "project.id" } as const;
const { auditor: _auditor, ...answering } = takesPart;

export const questionnaireAccess = defineAccess<QuestionnaireAction>({
  "questionnaire.read": {
    ...ofQuestionnaire,
    scope: "read",
    roles: {
      customer: through("project", seesProject.customer),
      auditor: through("project", seesProject.auditor),
      manager: through("project", seesProject.manager),
      admin: through("project", seesProject.admin),
    },
  },
  // Applies to its project. Auditors stay independent of what the company says about itself.
  "questionnaire.create": { scope: "write", on: "project", project: "id", roles: answering },
  "questionnaire.answer": {
    ...ofQuestionnaire,
    scope: "write",
    roles: {
      customer: through("project", takesPart.customer),
      manager: through("project", takesPart.manager),
      admin: through("project", takesPart.admin),
    },
  },
});
