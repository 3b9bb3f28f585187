import { describe, expect, test } from "@jest/globals";
import { oscalPackage, idOfName } from "../../activities/reports/oscal-package.ts";
import { FINDING_STATUSES, type FindingStatus } from "../../domain/findings/finding.rules.ts";
import { planOfAction } from "../../domain/reports/oscal-poam.rules.ts";
import { assessmentResults } from "../../domain/reports/oscal-results.rules.ts";
import { controlToken, markup, markupLine } from "../../domain/reports/oscal.rules.ts";
import type { ProjectData, ControlData, FindingData } from "../../domain/project-data/project-data.ts";
import { oscalErrors } from "../support/oscal-schemas.ts";
import { controlOf, dataOf, evidenceOf, findingOf, personOf } from "../support/report-rows.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const resultsOf = (data: ProjectData) => assessmentResults(data, idOfName)["assessment-results"];
const resultOf = (data: ProjectData) => resultsOf(data).results[0]!;
const planOf = (data: ProjectData) => planOfAction(data, idOfName)?.["plan-of-action-and-milestones"];

/** All references and all possible targets. */
function referencesOf(document: unknown): { targets: string[]; uuids: string[] } {
  const [targets, uuids]: [string[], string[]] = [[], []];
  JSON.stringify(document, (key, value: unknown) => {
    if (key === "uuid") uuids.push(value as string);
    else if (key.endsWith("-uuid")) targets.push(value as string);
    else if (key === "href" && (value as string).startsWith("#")) targets.push((value as string).slice(1));
    return value;
  });
  return { targets, uuids };
}

const HOSTILE = "=<script>alert(1)</script> *a* _b_ [x](y)\n\n\tline & \u202e ü";
const EVERY_STATUS = FINDING_STATUSES.map((status) =>
  findingOf(`f-${status}`, {
    status,
    acceptedUntil: status === "accepted" ? "2026-09-01T00:00:00.000Z" : null,
  }),
);

const PROJECTS: Record<string, ProjectData> = {
  "of the usual kind": dataOf(),
  "without anything but controls": dataOf({ evidence: [], findings: [] }),
  "where no control applies": dataOf({ controls: [controlOf("CC6.1", { notApplicable: true })] }),
  "without a period": dataOf({ project: { ...dataOf().project, periodStart: null, periodEnd: null } }),
  "with findings of every status": dataOf({ findings: EVERY_STATUS }),
  "with a finding that is not urgent and has no control": dataOf({
    findings: [findingOf("f1", { severity: "Info", dueDate: null, control: null })],
  }),
  "with evidence under quarantine, and some that expires": dataOf({
    evidence: [
      evidenceOf("e1", { status: "quarantined", withheld: "quarantined" }),
      evidenceOf("e2", { collectedAt: "2026-02-01", expiresAt: "2027-02-01T00:00:00.000Z" }),
    ],
  }),
  "written by somebody who means harm": dataOf({
    project: { ...dataOf().project, name: HOSTILE, description: HOSTILE },
    controls: [controlOf("CC6.1", { title: HOSTILE, owner: personOf("\n"), category: " " })],
    evidence: [
      evidenceOf("e1", { title: " ", description: HOSTILE, fileName: HOSTILE, reviewNote: HOSTILE }),
    ],
    findings: [findingOf("f1", { title: "\t", description: " ", sourceId: HOSTILE, raisedBy: personOf("") })],
  }),
};

describe.each(Object.entries(PROJECTS))("a project %s", (_what, data) => {
  test("becomes valid OSCAL assessment results", () => {
    expect(oscalErrors("assessment-results", assessmentResults(data, idOfName))).toEqual([]);
  });

  test("becomes a valid OSCAL plan of action, or none if nothing is open", () => {
    const plan = planOfAction(data, idOfName);
    if (plan === null) expect(data.findings).toEqual([]);
    else expect(oscalErrors("poam", plan)).toEqual([]);
  });

  test("names each thing once, and only existing things", () => {
    for (const document of [assessmentResults(data, idOfName), planOfAction(data, idOfName)]) {
      const { targets, uuids } = referencesOf(document);
      const parties = [idOfName("service")];
      expect(new Set(uuids).size).toBe(uuids.length);
      expect([...uuids, ...parties]).toEqual(expect.arrayContaining(targets));
      for (const uuid of uuids) expect(uuid).toMatch(UUID);
    }
  });
});

test("the schemas refuse invalid OSCAL", () => {
  expect(oscalErrors("assessment-results", { "assessment-results": { uuid: "x" } })).not.toEqual([]);
  const { metadata: _metadata, ...rest } = planOf(dataOf())!;
  expect(oscalErrors("poam", { "plan-of-action-and-milestones": rest })).toEqual([
    "/plan-of-action-and-milestones must have required property 'metadata'",
  ]);
});

test("the same rows produce the same bytes, and other rows the same UUIDs", () => {
  const hashes = (data: ProjectData) => oscalPackage(data).map(({ path, sha256 }) => [path, sha256]);
  expect(hashes(dataOf())).toEqual(hashes(dataOf()));
  const later = dataOf({ asOf: "2026-03-06T12:00:00.000Z", findings: [findingOf("f1", { title: "Other" })] });
  expect(hashes(later)).not.toEqual(hashes(dataOf()));
  expect(referencesOf(resultsOf(later)).uuids).toEqual(referencesOf(resultsOf(dataOf())).uuids);
});

test("the package omits the plan if nothing is open", () => {
  const paths = (findings: FindingData[]) => oscalPackage(dataOf({ findings })).map(({ path }) => path);
  expect(paths([findingOf("f1")])).toEqual(["assessment-results.json", "poam.json"]);
  expect(paths([findingOf("f1", { status: "closed" })])).toEqual(["assessment-results.json"]);
});

test.each<[string, Partial<ControlData>, FindingStatus | null, object]>([
  ["complete", { status: "complete" }, null, { state: "satisfied", reason: "pass" }],
  [
    "complete but with an open finding",
    { status: "complete" },
    "open",
    { state: "not-satisfied", reason: "fail" },
  ],
  [
    "complete, and its finding is in progress",
    { status: "complete" },
    "in-progress",
    { state: "not-satisfied", reason: "fail" },
  ],
  [
    "complete, and its finding is accepted",
    { status: "complete" },
    "accepted",
    { state: "satisfied", reason: "pass" },
  ],
  [
    "complete, and its finding is closed",
    { status: "complete" },
    "closed",
    { state: "satisfied", reason: "pass" },
  ],
  ["not complete", { status: "in_progress" }, null, { state: "not-satisfied", reason: "other" }],
])("a control that is %s", (_what, control, finding, status) => {
  const findings = finding === null ? [] : [findingOf("f1", { status: finding })];
  const { findings: answered } = resultOf(dataOf({ controls: [controlOf("CC6.1", control)], findings }));
  expect(answered![0]!.target).toMatchObject({ type: "statement-id", "target-id": "cc6.1_smt", status });
});

test("the progress of a control is written with one decimal, and exact as a property", () => {
  const controls = [controlOf("CC6.1", { progress: 200 / 3, requiredEvidence: 3, approvedEvidence: 2 })];
  const { description, props } = resultOf(dataOf({ controls })).findings![0]!;
  expect(description).toBe("2 of 3 pieces of evidence are approved; progress 66.7%.");
  expect(props).toContainEqual(expect.objectContaining({ name: "progress", value: String(200 / 3) }));
});

test("controls that are not applicable are listed as excluded", () => {
  const controls = [controlOf("CC6.1"), controlOf("CC6.2", { notApplicable: true })];
  const result = resultOf(dataOf({ controls }));
  expect(result["reviewed-controls"]["control-selections"]).toEqual([
    { "include-controls": [{ "control-id": "cc6.1" }], "exclude-controls": [{ "control-id": "cc6.2" }] },
  ]);
  expect(result.findings).toHaveLength(1);
});

test("the plan contains what is open, in progress and accepted, with deadlines", () => {
  const plan = planOf(dataOf({ findings: EVERY_STATUS }))!;
  expect(plan.risks.map(({ status, deadline }) => [status, deadline])).toEqual([
    ["open", "2026-04-01T10:00:00.000Z"],
    ["remediating", "2026-04-01T10:00:00.000Z"],
    ["deviation-approved", "2026-09-01T00:00:00.000Z"],
  ]);
  expect(plan["poam-items"]).toHaveLength(3);
});

test("evidence links to its file, unless it is quarantined", () => {
  const evidence = [evidenceOf("e1"), evidenceOf("e2", { status: "quarantined", withheld: "quarantined" })];
  const { resources } = resultsOf(dataOf({ evidence }))["back-matter"];
  expect(resources.slice(1)).toEqual([
    {
      uuid: idOfName("file e1"),
      title: "policy\\_1.pdf",
      rlinks: [
        {
          href: "/api/v1/evidence/e1/file",
          "media-type": "application/pdf",
          hashes: [{ algorithm: "SHA-256", value: "ab".repeat(32) }],
        },
      ],
    },
  ]);
});

test.each([
  ["2026-01-01", "2026-01-01T00:00:00.000Z"],
  ["2027-01-01", "2026-03-05T12:00:00.000Z"],
  [null, "2026-03-01T10:00:00.000Z"],
])("an assessment of a period from %s starts at %s", (periodStart, start) => {
  expect(resultOf(dataOf({ project: { ...dataOf().project, periodStart } })).start).toBe(start);
});

test.each([
  ["CC6.1", "soc2", "cc6.1"],
  ["A.8.24", "iso27001", "a.8.24"],
  ["AC-2", "oscal-1", "AC-2"],
  ["6 (b)", "oscal-1", "_6--b-"],
])("control %s of %s is %s", (number, framework, token) => {
  expect(controlToken(number, framework)).toBe(token);
});

test.each([
  ["a *b* <i>", "a \\*b\\* \\<i\\>", "a \\*b\\* \\<i\\>"],
  ["one\ntwo", "one two", "one\ntwo"],
  [" ", "none", "none"],
])("%j becomes the line %j and the text %j", (text, line, many) => {
  expect(markupLine(text, "none")).toBe(line);
  expect(markup(text, "none")).toBe(many);
});
