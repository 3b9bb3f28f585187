import { ingestion } from "./messages/ingestion.ts";
import { fileWarnings } from "./messages/file-warnings.ts";
import { connectionProblems } from "./messages/connections.ts";
import { documentProblems, policyQuality, questionnaire, report } from "./messages/documents.ts";
import { evidenceProblems, quality } from "./messages/evidence.ts";
import { findingProblems } from "./messages/findings.ts";
import { controlGroup } from "./messages/frameworks.ts";
import { identityProblems } from "./messages/identity.ts";
import { projectProblems, shareReason } from "./messages/projects.ts";
import { rules } from "./messages/rules.ts";
import { chain, serviceProblems, workflowEnd } from "./messages/service.ts";
import { workflowSummaries } from "./messages/workflow-summaries.ts";

/** What the API says in English, by its codes. Only other languages have this; English shows the API's own words. */
export const messages = {
  quality,
  shareReason,
  ingestion,
  warning: fileWarnings,
  policyQuality,
  controlGroup,
  workflow: workflowSummaries,
  workflowEnd,
  report,
  questionnaire,
  chain,
  rule: rules,
  problem: {
    ...connectionProblems,
    ...documentProblems,
    ...evidenceProblems,
    ...findingProblems,
    ...identityProblems,
    ...projectProblems,
    ...serviceProblems,
  },
};
