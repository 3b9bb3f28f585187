import { expect, test } from "@jest/globals";
import { de } from "../../domain/texts/de.ts";
import {
  MAX_LISTED,
  describeControls,
  describeEvidence,
  describeFindingList,
  describeMilestones,
  type ListedControl,
  type ListedEvidence,
  type ListedMilestone,
} from "../../domain/assistant/lists.rules.ts";
import { en } from "../../domain/texts/en.ts";

const NOW = new Date("2026-06-01T12:00:00Z");
const PAST = new Date("2026-05-20T12:00:00Z");
const FUTURE = new Date("2026-07-01T12:00:00Z");

const control = (number: string, more: Partial<ListedControl> = {}): ListedControl => ({
  id: number,
  number,
  title: `Title of ${number}`,
  category: "Category",
  trustCategory: "security",
  position: 1,
  status: "not_started",
  progress: 0,
  progressSource: "evidence",
  statements: {},
  approvedEvidence: 0,
  pendingEvidence: 0,
  requiredEvidence: 1,
  notApplicable: false,
  ...more,
});

const linesOf = (text: string): string[] => text.split("\n");
/** The numbers at the beginning of the lines. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/^- (\S+) Title/gm)].map(([, number]) => number!);

const CONTROLS = [
  control("C1", { status: "complete", progress: 100, approvedEvidence: 1, dueDate: PAST }),
  control("C2", { status: "in_progress", progress: 50, pendingEvidence: 1, dueDate: FUTURE }),
  control("C3", { dueDate: PAST }),
  control("C4", { notApplicable: true, justification: "No offices", dueDate: PAST }),
  control("C5"),
];

test.each([
  ["all", ["C1", "C2", "C3", "C4", "C5"]],
  ["complete", ["C1"]],
  ["in_progress", ["C2"]],
  ["not_started", ["C3", "C5"]],
  ["not_applicable", ["C4"]],
  ["overdue", ["C3"]],
  ["due", ["C3", "C2"]],
] as const)("lists the controls that are requested for: %s", (requested, numbers) => {
  const text = describeControls(CONTROLS, requested, NOW, en);
  expect(numbersIn(text)).toEqual(numbers);
  expect(linesOf(text)[0]).toMatch(new RegExp(`^${numbers.length} controls? `));
});

test("says by when something is missing, and what a control lacks", () => {
  expect(linesOf(describeControls(CONTROLS, "overdue", NOW, en))).toEqual([
    "1 control overdue:",
    "- C3 Title of C3: 0.0%, 0 of 1 required evidence approved. Due 2026-05-20.",
  ]);
  expect(describeControls([], "overdue", NOW, en)).toBe("No control is overdue.");
});

test("names how many more there are", () => {
  const many = Array.from({ length: MAX_LISTED + 3 }, (_, n) => control(`C${n}`));
  const lines = linesOf(describeControls(many, "all", NOW, en));
  expect(lines).toHaveLength(MAX_LISTED + 2);
  expect(lines.at(-1)).toBe("- and 3 more");
});

const evidence: ListedEvidence = {
  title: "Access review",
  controls: ["C1", "C2"],
  status: "pending",
  uploadedAt: PAST,
  expiresAt: FUTURE,
};

test.each([
  ["all", "30 pieces of evidence for C1:", "- Access review (C1, C2): pending, uploaded 2026-05-20"],
  [
    "pending",
    "30 pieces of evidence pending review for C1:",
    "- Access review (C1, C2): pending, uploaded 2026-05-20",
  ],
] as const)("lists evidence: %s", (requested, heading, line) => {
  const text = describeEvidence([evidence], { requested, total: 30, about: "C1" }, en);
  expect(linesOf(text)).toEqual([heading, line, "- and 29 more"]);
});

test("lists the evidence that expires next with its date", () => {
  const text = describeEvidence([evidence], { requested: "expiring", total: 30, about: null }, en);
  expect(linesOf(text)).toEqual([
    "The evidence that expires next in this project:",
    "- Access review (C1, C2): pending, expires 2026-07-01",
  ]);
  const none = { requested: "rejected", total: 0, about: null } as const;
  expect(describeEvidence([], none, en)).toBe("No evidence in this project is rejected.");
});

const finding = {
  title: "Late patch",
  severity: "High",
  status: "in-progress",
  control: "C1",
  dueDate: FUTURE,
} as const;

test.each([
  [[], false, 1, "The most severe first:\n- High: Late patch (C1), in progress, due 2026-07-01"],
  [["High"], false, 1, "Those:\n- High: Late patch (C1), in progress, due 2026-07-01"],
  [["Critical"], false, 0, "None of them is critical."],
  [["Critical"], true, 0, "None of them is critical or overdue."],
  [[], false, 0, ""],
] as const)("lists findings: %j, overdue: %s, of %d", (severities, overdue, total, expected) => {
  const text = describeFindingList(
    total === 0 ? [] : [finding],
    { severities: [...severities], overdue },
    total,
    en,
  );
  expect(text).toBe(expected);
});

test("lists the milestones ahead, then the missed ones, and none that was achieved", () => {
  const milestone = (name: string, status: ListedMilestone["status"], dueDate: Date): ListedMilestone => ({
    name,
    status,
    dueDate,
  });
  const text = describeMilestones(
    [
      milestone("Kick-off", "achieved", PAST),
      milestone("Readiness", "missed", PAST),
      milestone("Fieldwork", "in_progress", FUTURE),
    ],
    en,
  );
  expect(linesOf(text)).toEqual([
    "1 milestone ahead, 1 missed:",
    "- Fieldwork: in progress, due 2026-07-01",
    "- Readiness: missed, due 2026-05-20",
  ]);
  expect(describeMilestones([], en)).toBe("No milestone is planned, and none was missed.");
});

test("speaks German", () => {
  expect(linesOf(describeControls(CONTROLS, "overdue", NOW, de))).toEqual([
    "1 Kontrolle überfällig:",
    "- C3 Title of C3: 0,0 %, 0 von 1 verlangten Nachweisen genehmigt. Fällig am 20.05.2026.",
  ]);
  const list = { requested: "expiring", total: 1, about: "C1" } as const;
  expect(linesOf(describeEvidence([evidence], list, de))).toEqual([
    "Diese Nachweise für C1 laufen als Nächstes ab:",
    "- Access review (C1, C2): zu prüfen, läuft am 01.07.2026 ab",
  ]);
  expect(linesOf(describeFindingList([finding], { severities: ["High"], overdue: false }, 1, de))).toEqual([
    "Diese:",
    "- Hoch: Late patch (C1), in Arbeit, fällig am 01.07.2026",
  ]);
});
