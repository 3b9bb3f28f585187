import { describe, expect, it } from "@jest/globals";
import { figuresOf } from "../../domain/compliance/score.rules.ts";
import {
  describeFindings,
  describeGaps,
  describeGapsOf,
  describeProgress,
  describeScore,
} from "../../domain/assistant/figures.rules.ts";
import { PROJECT_KINDS } from "../../domain/assistant/job.rules.ts";
import { projectFacts, writeAboutProject } from "../../domain/assistant/project-text.rules.ts";
import { gapsOf } from "../../domain/compliance/gaps.rules.ts";
import { statsOf } from "../../domain/findings/finding-stats.rules.ts";
import type { ControlData, ProjectData } from "../../domain/project-data/project-data.ts";
import { de } from "../../domain/texts/de.ts";
import { en } from "../../domain/texts/en.ts";
import { controlOf, dataOf, evidenceOf, findingOf } from "../support/report-rows.ts";

const complete = { status: "complete", progress: 100, approvedEvidence: 1 } as const;
const withoutEvidence = dataOf({ evidence: [], findings: [] });
const textOf = (kind: (typeof PROJECT_KINDS)[number], data: ProjectData): string =>
  writeAboutProject(kind, data, en).text;

describe("the score in words", () => {
  it.each([
    ["none", [], [], "Of 0 applicable controls, 0 are complete", "0 pieces of evidence count,"],
    [
      "one",
      [controlOf("A", complete)],
      [50],
      "Of 1 applicable control, 1 is complete",
      "1 piece of evidence counts,",
    ],
    [
      "several",
      [controlOf("A", complete), controlOf("B", complete), controlOf("C")],
      [50, 90],
      "Of 3 applicable controls, 2 are complete, 0 in progress and 1 not started",
      "2 pieces of evidence count, 1 of them with a quality below 60.",
    ],
  ])("counts %s", (_name, controls, qualities, ofControls, ofEvidence) => {
    const text = describeScore(figuresOf(controls, qualities), { isExplained: false, texts: en });
    expect(text).toContain(ofControls);
    expect(text).toContain(ofEvidence);
  });
});

describe("a control in words", () => {
  it("shows its progress, and what is pending", () => {
    expect(
      describeProgress(controlOf("CC6.1", { progress: 49.96, requiredEvidence: 2, pendingEvidence: 1 }), en),
    ).toBe("CC6.1 Title of CC6.1: 50.0%, 0 of 2 required evidence approved, 1 pending review.");
  });

  it("marks figures that come from statements, with their reasons", () => {
    const statement = {
      reason: "done elsewhere",
      said_by: "Ada",
      said_at: "2026-01-01",
      confirmed_by: null,
      confirmed_at: null,
      note: null,
      from: null,
    };
    const control = controlOf("CC6.1", {
      progressSource: "manual",
      progress: 80,
      statements: {
        progress: statement,
        required_evidence: { ...statement, from: 3, reason: "one site only" },
      },
    });
    expect(describeProgress(control, en)).toContain(
      "80.0% set by hand (done elsewhere), with the required evidence lowered from 3 (one site only), 0 of 1",
    );
  });

  it.each([
    [null, "A Title of A does not apply to this project."],
    ["No offices", "A Title of A does not apply to this project: No offices."],
    ["No offices!", "A Title of A does not apply to this project: No offices!"],
  ])("ends the justification %p with one full stop", (justification, sentence) => {
    const control = controlOf("A", { notApplicable: true, justification });
    expect(describeProgress(control, en)).toBe(sentence);
    expect(describeGapsOf(control, [], en)).toBe(sentence);
  });
});

describe("gaps in words", () => {
  it("lists the five furthest behind, and counts all", () => {
    const controls = Array.from({ length: 7 }, (_, n) =>
      controlOf(`C${n}`, { position: n, progress: 10 * (7 - n) }),
    );
    const text = describeGaps(gapsOf(controls, new Map()), en);
    expect(text.split("\n")[0]).toBe("7 controls with gaps. The furthest behind:");
    expect([...text.matchAll(/^- (C\d)/gm)].map(([, number]) => number)).toEqual([
      "C6",
      "C5",
      "C4",
      "C3",
      "C2",
    ]);
  });

  it("says that nothing is missing", () => {
    expect(describeGaps(gapsOf([controlOf("A", complete)], new Map()), en)).toMatch(/^Nothing is missing/);
  });
});

describe("findings in words", () => {
  const figuresFor = (severities: readonly ("High" | "Low")[]) => {
    const active = statsOf(severities.map((severity) => ({ ...STATS_GROUP, severity })));
    return { all: active, active };
  };
  const STATS_GROUP = {
    status: "open",
    category: "access",
    integration: "manual",
    overdue: 0,
    total: 1,
  } as const;

  it.each([
    [[], "0 findings of 0 are open or in progress, 0 of them overdue."],
    [["High"], "1 finding of 1 is open or in progress (1 high), 0 of them overdue."],
    [["High", "Low", "Low"], "3 findings of 3 are open or in progress (1 high, 2 low), 0 of them overdue."],
  ] as const)("counts %j", (severities, sentence) => {
    expect(describeFindings(figuresFor(severities), "", en)).toContain(sentence);
  });
});

describe("a text about a project", () => {
  it.each([
    [
      "a control without evidence",
      withoutEvidence,
      "Of 1 applicable control, 0 are complete",
      "from 0 open findings",
    ],
    [
      "one of each",
      dataOf({ controls: [controlOf("CC6.1", complete)] }),
      "1 is complete",
      "from 1 open finding)",
    ],
  ])("counts %s", (_name, data, ofControls, ofFindings) => {
    for (const kind of PROJECT_KINDS) {
      expect(textOf(kind, data)).toContain(ofControls);
      expect(textOf(kind, data)).toContain(ofFindings);
    }
    expect(textOf("summary", dataOf())).toContain("1 piece of evidence counts.");
  });

  it("omits a period that is open at one end", () => {
    const { project } = dataOf();
    expect(textOf("summary", dataOf())).toContain("against SOC 2 for 2026-01-01 to 2026-12-31.");
    expect(textOf("summary", dataOf({ project: { ...project, periodEnd: null } }))).toContain(
      "against SOC 2. Its",
    );
  });

  it("names three approved files for each category, and counts the others", () => {
    const evidence = Array.from({ length: 5 }, (_, n) => evidenceOf(`e${n}`, { title: `File ${n}` }));
    expect(textOf("audit_narrative", dataOf({ evidence }))).toContain(
      "Approved evidence: File 0 (CC6.1), File 1 (CC6.1), File 2 (CC6.1) and 2 more.",
    );
    expect(textOf("audit_narrative", withoutEvidence)).toContain("No evidence is approved yet.");
  });

  it.each(["pending", "rejected", "expired"] as const)("names no file that is %s", (status) => {
    const text = textOf("audit_narrative", dataOf({ evidence: [evidenceOf("e1", { status })] }));
    expect(text).toContain("No evidence is approved yet.");
  });

  it("has twenty numbered steps, and counts the others", () => {
    const controls = Array.from({ length: 23 }, (_, n) => controlOf(`C${n}`, { position: n }));
    const text = textOf("remediation_plan", dataOf({ controls, evidence: [], findings: [] }));
    expect(text.match(/^\d+\. Upload evidence for/gm)).toHaveLength(20);
    expect(text).toContain("3 further steps follow in the gap list.");
    const one = dataOf({ controls: controls.slice(0, 21), evidence: [], findings: [] });
    expect(textOf("remediation_plan", one)).toContain("1 further step follows in the gap list.");
  });

  it("ends with a sentence if no control is behind, or none applies", () => {
    const endOf = (controls: ControlData[]) => textOf("summary", dataOf({ controls })).split("\n\n").slice(3);
    expect(endOf([controlOf("CC6.1", complete)])).toEqual([
      "- security: 100.0",
      "Every applicable control is complete.",
    ]);
    expect(
      textOf("summary", dataOf({ controls: [controlOf("CC6.1", { notApplicable: true })] })),
    ).not.toContain("By category:");
  });

  it("has no step for a complete project", () => {
    const data = dataOf({ controls: [controlOf("CC6.1", complete)], findings: [] });
    expect(writeAboutProject("gap_analysis", data, en)).toMatchObject({
      mode: "rules",
      steps: [],
      citations: [],
    });
    expect(textOf("gap_analysis", data)).toContain("Nothing is missing.");
  });
});

describe("a text in German", () => {
  it.each(PROJECT_KINDS)("has no English words: %s", (kind) => {
    const data = dataOf({
      controls: [controlOf("CC6.1", { title: "Zugriff" }), controlOf("CC6.2", complete)],
      evidence: [evidenceOf("e1", { status: "approved", approvedUnread: true }), evidenceOf("e2")],
    });
    const { text, steps } = writeAboutProject(kind, data, de);
    const written = [text, ...steps.flatMap((step) => [step.title, step.description])].join("\n");
    expect(written).not.toMatch(/\b(?:the|is|are|of|for|evidence|score|control|and)\b/i);
    expect(written).toMatch(/Compliance-Wert/);
  });
});

describe("the facts of a control", () => {
  it("come from evidence that serves it, directly or as a further control, and from its active findings", () => {
    const facts = projectFacts(
      dataOf({
        controls: [controlOf("CC6.1"), controlOf("CC6.2")],
        evidence: [
          evidenceOf("e3", { alsoControls: ["CC6.2"], qualityScore: 59 }),
          evidenceOf("e2", { chunkingStatus: "FAILED", status: "pending", ingestionError: "is damaged" }),
          evidenceOf("e1", { chunkingStatus: "FAILED", status: "pending" }),
          evidenceOf("e4", { status: "expired" }),
          evidenceOf("e5", { qualityScore: 60 }),
        ],
        findings: [
          findingOf("f1"),
          findingOf("f2", { status: "accepted" }),
          findingOf("f3", { control: null }),
        ],
      }),
    );
    expect(facts.get("id of CC6.1")).toEqual({
      expiredEvidence: 1,
      unread: [
        { id: "e1", title: "Access policy", why: null },
        { id: "e2", title: "Access policy", why: "is damaged" },
      ],
      weakEvidence: 1,
      openFindings: 1,
    });
    expect(facts.get("id of CC6.2")).toEqual({
      expiredEvidence: 0,
      unread: [],
      weakEvidence: 1,
      openFindings: 0,
    });
  });
});
