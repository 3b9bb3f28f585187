import { serves } from "../evidence/evidence.rules.ts";
import { fieldsByHand } from "../controls/statement.rules.ts";
import { shownScore } from "../compliance/shown-score.rules.ts";
import { isActive } from "../findings/finding.rules.ts";
import { discovery, evidenceObservation, evidenceResources } from "./oscal-observations.rules.ts";
import { isRisk, riskOfFinding } from "./oscal-risks.rules.ts";
import {
  controlToken,
  list,
  markup,
  markupLine,
  metadata,
  moment,
  oscalIds,
  properties,
  type IdOfName,
  type OscalIds,
} from "./oscal.rules.ts";
import type { ProjectData, ControlData } from "../project-data/project-data.ts";

const IMPLEMENTATION: Record<ControlData["status"], string> = {
  complete: "implemented",
  in_progress: "partial",
  not_started: "planned",
};

/** A control is satisfied if it is complete and has no active finding. */
function targetStatus(control: ControlData, active: number) {
  if (active > 0) return { state: "not-satisfied", reason: "fail" };
  return control.status === "complete"
    ? { state: "satisfied", reason: "pass" }
    : { state: "not-satisfied", reason: "other" };
}

/** The state of a control, with everything for and against it. */
function controlFinding(control: ControlData, data: ProjectData, ids: OscalIds) {
  const findings = data.findings.filter((finding) => finding.control === control.number);
  const evidence = data.evidence.filter(serves(control.number));
  const observed = [
    ...evidence.map(({ id }) => ids.evidence(id)),
    ...findings.map(({ id }) => ids.discovery(id)),
  ];
  return {
    uuid: ids.control(control.id),
    title: markupLine(`${control.number} ${control.title}`, control.number),
    description: markup(
      `${control.summary === "" ? "" : `${control.summary} `}${control.approvedEvidence} of ${control.requiredEvidence} pieces of evidence are approved; progress ${Number(shownScore(control.progress).toFixed(1))}%.`,
      control.title,
    ),
    props: properties({
      control: control.number,
      category: control.category,
      "trust-category": control.trustCategory,
      owner: control.owner?.name ?? null,
      progress: control.progress,
      "progress-source": control.progressSource,
      "set-by-hand": fieldsByHand(control).join(" ") || null,
    }),
    target: {
      type: "statement-id",
      "target-id": `${controlToken(control.number, data.project.framework)}_smt`,
      status: targetStatus(control, findings.filter(({ status }) => isActive(status)).length),
      "implementation-status": { state: IMPLEMENTATION[control.status] },
    },
    ...list(
      "related-observations",
      observed.map((uuid) => ({ "observation-uuid": uuid })),
    ),
    ...list(
      "related-risks",
      findings.filter(isRisk).map(({ id }) => ({ "risk-uuid": ids.risk(id) })),
    ),
  };
}

/** All applicable controls were reviewed; the others are listed as excluded. */
function reviewedControls({ controls, project }: ProjectData) {
  const named = (chosen: readonly ControlData[]) =>
    chosen.map(({ number }) => ({ "control-id": controlToken(number, project.framework) }));
  const applicable = named(controls.filter(({ notApplicable }) => !notApplicable));
  const included = applicable.length === 0 ? { "include-all": {} } : { "include-controls": applicable };
  const excluded = named(controls.filter(({ notApplicable }) => notApplicable));
  return { "control-selections": [{ ...included, ...list("exclude-controls", excluded) }] };
}

/** The start of the assessment: its period, or the earliest reported row. Never after its end. */
function startOf({ asOf, project, evidence, findings }: ProjectData): string {
  const dates = [...evidence.map(({ uploadedAt }) => uploadedAt), ...findings.map((one) => one.createdAt)];
  const first = project.periodStart === null ? dates.toSorted()[0] : moment(project.periodStart);
  return first === undefined || first > asOf ? asOf : first;
}

function resultOf(data: ProjectData, ids: OscalIds) {
  const { project, controls, evidence, findings } = data;
  const applicable = controls.filter(({ notApplicable }) => !notApplicable);
  return {
    uuid: ids.document("result", project.id),
    title: markupLine(project.name, "Project"),
    description: markup(project.description, project.name),
    start: startOf(data),
    end: data.asOf,
    "reviewed-controls": reviewedControls(data),
    ...list("observations", [
      ...evidence.map((one) => evidenceObservation(one, ids)),
      ...findings.map((one) => discovery(one, ids)),
    ]),
    ...list(
      "risks",
      findings.filter(isRisk).map((one) => riskOfFinding(one, ids)),
    ),
    ...list(
      "findings",
      applicable.map((control) => controlFinding(control, data, ids)),
    ),
  };
}

/** A project as OSCAL assessment results. */
export function assessmentResults(data: ProjectData, idOf: IdOfName) {
  const ids = oscalIds(idOf);
  const plan = {
    uuid: ids.plan(data.project.id),
    title: "Assessment plan",
    description: "The controls of the project's framework. There is no plan as an OSCAL document.",
  };
  return {
    "assessment-results": {
      uuid: ids.document("assessment-results", data.project.id),
      metadata: metadata(data, "assessment results", ids),
      "import-ap": { href: `#${plan.uuid}` },
      results: [resultOf(data, ids)],
      "back-matter": { resources: [plan, ...evidenceResources(data.evidence, ids)] },
    },
  };
}
