import { describe, expect, test } from "@jest/globals";
import type { Statement } from "../../domain/controls/statement.rules.ts";
import {
  auditMarks,
  type ReportedScopeChange,
  type StatedControl,
} from "../../domain/reports/audit-marks.rules.ts";
import { openRequests } from "../../domain/reports/open-requests.rules.ts";
import { statementOfApplicability } from "../../domain/reports/statement-of-applicability.rules.ts";
import { de } from "../../domain/texts/de.ts";
import { en, type Texts } from "../../domain/texts/en.ts";
import { auditDataOf, controlOf, evidenceOf, findingOf, markOf, personOf } from "../support/report-rows.ts";

const [ada, grace, max] = [personOf("Ada"), personOf("Grace", "auditor"), personOf("Max", "manager")];
const find = (id: string | null) => [ada, grace, max].find((person) => person.id === id) ?? null;
const STATED_AT = "2026-03-01T10:00:00.000Z";
const CONFIRMED = "2026-03-02T10:00:00.000Z";

const word = (more: Partial<Statement> = {}): Statement => ({
  reason: "One system is in scope",
  said_by: ada.id,
  said_at: STATED_AT,
  confirmed_by: grace.id,
  confirmed_at: CONFIRMED,
  note: "Seen on site",
  from: null,
  ...more,
});
const spoken: StatedControl = {
  number: "CC6.1",
  trustCategory: "security",
  progress: 80,
  progressSource: "evidence",
  requiredEvidence: 1,
  notApplicable: false,
  justification: null,
  outOfScope: false,
  statements: {},
};
const change = (more: Partial<ReportedScopeChange> = {}): ReportedScopeChange => ({
  from: ["security", "processing_integrity"],
  to: ["security"],
  reason: "Nothing is processed",
  said_by: ada.id,
  note: "Agreed",
  actorId: grace.id,
  at: CONFIRMED,
  ...more,
});
const marksOf = (
  controls: StatedControl[],
  scopeChanges: ReportedScopeChange[] = [],
  evidence = [evidenceOf("e1")],
) => auditMarks({ controls, scopeChanges, evidence, categories: ["security"] }, { find, texts: en });

describe("statements", () => {
  test("are reported with reason, author and who confirmed them", () => {
    const marks = marksOf([
      { ...spoken, progressSource: "manual", statements: { progress: word() } },
      { ...spoken, number: "CC6.2", statements: { required_evidence: word({ from: 3 }) } },
    ]);
    const answered = {
      reason: "One system is in scope",
      saidBy: ada,
      saidAt: STATED_AT,
      confirmedBy: grace,
      confirmedAt: CONFIRMED,
      note: "Seen on site",
    };
    expect(marks).toEqual([
      {
        ...answered,
        kind: "progress",
        control: "CC6.1",
        evidenceId: null,
        says: "Progress is 80%, set by hand",
      },
      {
        ...answered,
        kind: "required_evidence",
        control: "CC6.2",
        evidenceId: null,
        says: "Pieces of evidence required: 1 instead of 3",
      },
    ]);
  });

  test("write progress as figures are written in the language, never rounded up to 100", () => {
    const saysOf = (progress: number, texts: Texts) =>
      auditMarks(
        {
          controls: [{ ...spoken, progress, progressSource: "manual" }],
          scopeChanges: [],
          evidence: [],
          categories: [],
        },
        { find, texts },
      )[0]!.says;
    expect(saysOf(200 / 3, en)).toBe("Progress is 66.7%, set by hand");
    expect(saysOf(200 / 3, de)).toBe("Der Fortschritt ist 66,7 %, von Hand gesetzt");
    expect(saysOf(99.99, en)).toBe("Progress is 99.9%, set by hand");
  });

  test("are reported without an author if they predate reasons", () => {
    expect(marksOf([{ ...spoken, progressSource: "manual" }])).toMatchObject([
      { kind: "progress", reason: null, saidBy: null, saidAt: null },
    ]);
    const out = { ...spoken, notApplicable: true, justification: "No offices" };
    expect(marksOf([out])).toMatchObject([{ kind: "not_applicable", reason: "No offices", saidBy: null }]);
  });

  test("name the author of an excluded category, for the project and its controls", () => {
    const left = { ...spoken, trustCategory: "processing_integrity", notApplicable: true, outOfScope: true };
    const marks = marksOf([left], [change({ reason: "An older one" }), change()]);
    expect(marks).toHaveLength(2);
    expect(marks[0]).toMatchObject({
      kind: "scope",
      control: null,
      says: "Excluded from the scope: processing integrity",
      reason: "Nothing is processed",
      saidBy: ada,
      confirmedBy: grace,
      confirmedAt: CONFIRMED,
      note: "Agreed",
    });
    expect(marks[1]).toMatchObject({
      kind: "not_applicable",
      control: "CC6.1",
      reason: "Nothing is processed",
      saidBy: ada,
      confirmedBy: grace,
    });
  });

  test("name no one as confirming their own, and omit a scope that only grew", () => {
    const own = change({ said_by: max.id, actorId: max.id });
    const wider = change({ from: ["security"], to: ["security", "privacy"] });
    expect(marksOf([], [own, wider])).toMatchObject([{ saidBy: max, saidAt: CONFIRMED, confirmedBy: null }]);
  });

  test("omit a category that returned, and report one excluded again once, by the latest change", () => {
    const back = change({ from: ["security"], to: ["security", "processing_integrity"] });
    const marks = (categories: string[], scopeChanges: ReportedScopeChange[]) =>
      auditMarks({ controls: [], evidence: [], categories, scopeChanges }, { find, texts: en });
    expect(marks(["security", "processing_integrity"], [change(), back])).toEqual([]);
    const again = change({ reason: "Once more" });
    expect(marks(["security"], [change(), back, again])).toMatchObject([{ reason: "Once more" }]);
  });

  test("include evidence approved although it could not be read, while the approval stands", () => {
    const unread = evidenceOf("e1", { approvedUnread: true, reviewedBy: grace, reviewNote: "Read on paper" });
    expect(marksOf([spoken], [], [unread])).toMatchObject([
      { kind: "approved_unread", control: "CC6.1", evidenceId: "e1", reason: "Read on paper", saidBy: grace },
    ]);
    expect(marksOf([spoken], [], [{ ...unread, status: "expired" }])).toEqual([]);
  });
});

describe("open requests", () => {
  const waiting = {
    control: "CC6.1",
    change: {
      progress: undefined,
      required_evidence: 1,
      not_applicable: undefined,
      justification: undefined,
    },
    reason: "One system",
    saidBy: ada,
    saidAt: STATED_AT,
  };

  test("cover everything to confirm, review, provide and resolve, in the order of the controls", () => {
    const data = auditDataOf(
      {
        controls: [
          controlOf("CC6.1", { requiredEvidence: 3, approvedEvidence: 1 }),
          controlOf("CC6.2", { position: 1, status: "complete", approvedEvidence: 1 }),
        ],
        evidence: [
          evidenceOf("e1", { control: "CC6.2", status: "pending", uploadedBy: ada }),
          evidenceOf("e2", { chunkingStatus: "FAILED", ingestionError: "It is empty" }),
          evidenceOf("e3", { status: "rejected" }),
        ],
        findings: [findingOf("f1", { assignedTo: max }), findingOf("f2", { status: "closed" })],
      },
      {
        waiting: [waiting, { ...waiting, control: null, change: { categories: ["security", "privacy"] } }],
      },
    );
    const answered = openRequests(data, en).map(({ kind, control, subjectId, waitsFor }) => [
      kind,
      control,
      subjectId,
      waitsFor,
    ]);
    const confirmer = "a manager, an administrator or the auditor";
    expect(answered).toEqual([
      ["confirm_scope", null, null, confirmer],
      ["confirm_change", "CC6.1", null, confirmer],
      ["provide_evidence", "CC6.1", null, "the audited party"],
      ["replace_unread", "CC6.1", "e2", "its uploader or a reviewer"],
      ["resolve_finding", "CC6.1", "f1", "Max"],
      ["review_evidence", "CC6.2", "e1", "a reviewer other than its uploader"],
    ]);
    expect(openRequests(data, en).map(({ what }) => what)).toEqual([
      "Confirm or decline: categories: security, privacy",
      "Confirm or decline: required evidence: 1",
      "Provide 2 more pieces of evidence",
      'Replace "Access policy" (version 1), or approve it with a reason: its file could not be read',
      'Resolve the finding "Weak passwords" (High)',
      'Review "Access policy" (version 1)',
    ]);
  });

  test("to confirm a progress write it as figures are written in the language", () => {
    const pending = {
      ...waiting,
      change: { ...waiting.change, required_evidence: undefined, progress: 62.5 },
    };
    const what = (texts: Texts) =>
      openRequests(auditDataOf({ controls: [] }, { waiting: [pending] }), texts)[0]!.what;
    expect(what(en)).toBe("Confirm or decline: progress: 62.5%");
    expect(what(de)).toBe("Bestätigen oder ablehnen: Fortschritt: 62,5 %");
  });

  test("to provide evidence are due with their control", () => {
    const dueDate = "2026-04-30T12:00:00.000Z";
    const controls = [controlOf("CC6.1", { dueDate }), controlOf("CC6.2")];
    const requests = openRequests(auditDataOf({ controls, evidence: [], findings: [] }), en);
    expect(requests.map(({ kind, control, due }) => [kind, control, due])).toEqual([
      ["provide_evidence", "CC6.1", dueDate],
      ["provide_evidence", "CC6.2", null],
    ]);
  });

  test("are for the auditor alone while the project is in audit", () => {
    const { project } = auditDataOf();
    const data = auditDataOf({ project: { ...project, status: "in_audit" } }, { waiting: [waiting] });
    expect(openRequests(data, en)[0]!.waitsFor).toBe("the auditor");
  });

  test("are empty for excluded and complete controls", () => {
    const controls = [
      controlOf("CC6.1", { notApplicable: true }),
      controlOf("CC6.2", { approvedEvidence: 1 }),
    ];
    expect(openRequests(auditDataOf({ controls, findings: [] }), en)).toEqual([]);
  });
});

describe("the statement of applicability", () => {
  const controls = [
    controlOf("A.5.1", { status: "complete", approvedEvidence: 1, owner: ada }),
    controlOf("A.5.2", { status: "complete", progressSource: "manual" }),
    controlOf("A.7.1", { notApplicable: true, justification: "No offices" }),
    controlOf("A.7.2", { notApplicable: true }),
  ];
  const { project } = auditDataOf();

  test("says for every control whether it applies and why, and who excluded it", () => {
    const excluded = { reason: "No offices", saidBy: ada, saidAt: STATED_AT, confirmedBy: grace };
    const marks = [
      markOf({ kind: "not_applicable", control: "A.7.1", ...excluded }),
      markOf({ kind: "progress", control: "A.7.2", saidBy: max }),
    ];
    const data = auditDataOf({ project: { ...project, framework: "iso27001" }, controls }, { marks });
    expect(statementOfApplicability(data, en)).toMatchObject([
      { number: "A.5.1", applies: true, implementation: "Implemented", owner: ada, saidBy: null },
      { number: "A.5.2", applies: true, implementation: "Implemented, set by hand", saidBy: null },
      {
        number: "A.7.1",
        applies: false,
        justification: "No offices",
        saidBy: ada,
        confirmedBy: grace,
        implementation: "Excluded",
      },
      { number: "A.7.2", applies: false, justification: "No justification was given", saidBy: null },
    ]);
  });

  test("exists for ISO 27001 only", () => {
    expect(statementOfApplicability(auditDataOf({ controls }), en)).toBeNull();
  });
});
