import { ingestionReason } from "../../../../domain/evidence/ingestion-failures.rules.ts";
import { workflowEnd } from "../../../../domain/housekeeping/failed-workflow.rules.ts";
import { questionnaireReason } from "../../../../domain/questionnaires/questionnaire-failures.rules.ts";
import { reportFailureOf } from "../../../../domain/reports/report-failures.rules.ts";

const coded = (prefix: string, reason: string | null | undefined): string | null =>
  reason == null ? null : `${prefix}.${reason}`;

/** The code of the message for why a workflow failed; null for causes in the words of other systems. */
export const codeOfCause = (failure: string): string | null =>
  coded("ingestion", ingestionReason(failure)) ??
  coded("questionnaire", questionnaireReason(failure)) ??
  coded("report", reportFailureOf(failure)?.reason) ??
  coded("workflowEnd", workflowEnd(failure));
