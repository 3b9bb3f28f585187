import { expect, test } from "@jest/globals";
import {
  QUESTIONNAIRE_REASONS,
  questionnaireReason,
  questionnaireSentence,
} from "../../domain/questionnaires/questionnaire-failures.rules.ts";
import {
  REPORT_REASONS,
  callEvidence,
  reportFailureOf,
  reportFileSentence,
  reportSentence,
} from "../../domain/reports/report-failures.rules.ts";
import { messages } from "../../web/src/i18n/de/messages.ts";

const ID = "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f";

test("the reason of a failed report is known from its sentence", () => {
  for (const reason of ["too_large", "not_built", "cancelled"] as const)
    expect(reportFailureOf(reportSentence(reason))).toEqual({ reason, evidence_id: null });
  for (const reason of ["file_changed", "file_missing"] as const)
    expect(reportFailureOf(reportFileSentence(reason, callEvidence(ID)))).toEqual({
      reason,
      evidence_id: ID,
    });
  expect([reportFailureOf(null), reportFailureOf("Another version said this")]).toEqual([null, null]);
});

test("the reason of a failed questionnaire is known from its sentence", () => {
  for (const reason of QUESTIONNAIRE_REASONS)
    expect(questionnaireReason(questionnaireSentence(reason))).toBe(reason);
  expect([questionnaireReason(null), questionnaireReason("Something else")]).toEqual([null, null]);
});

test("every reason has a German sentence", () => {
  expect(Object.keys(messages.questionnaire).toSorted()).toEqual(QUESTIONNAIRE_REASONS.toSorted());
  expect(Object.keys(messages.report).toSorted()).toEqual(REPORT_REASONS.toSorted());
});
