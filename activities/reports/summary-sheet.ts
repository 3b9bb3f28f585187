import { GOOD_QUALITY, HIGH_QUALITY } from "../../domain/evidence/evidence.rules.ts";
import { HIGH_RISK_FROM, MEDIUM_RISK_FROM } from "../../domain/findings/risk.rules.ts";
import type { ProjectData } from "../../domain/project-data/project-data.ts";
import { projectScore } from "../../domain/project-data/project-score.rules.ts";
import type { Bar, PdfBlock } from "../../platform/documents/pdf/sheet-pdf.ts";
import { minuteOf } from "../../platform/minute-of.ts";
import { inWords, percent, periodOf } from "./wording.ts";

type ProjectScore = ReturnType<typeof projectScore>;

const heading = (text: string): PdfBlock => ({ kind: "heading", text });
const caption = (text: string): PdfBlock => ({ kind: "caption", text });
const line = (text: string): PdfBlock => ({ kind: "line", text });

/** Of 100. */
const bar = (label: string, value: number): Bar => ({ label, share: value / 100, value: percent(value) });

/** Counts by name, as in `7 complete, 0 in progress`. */
const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name.replaceAll("_", " ").toLowerCase()}`)
    .join(", ");

const topOf = ({ project, asOf }: ProjectData): PdfBlock[] => [
  { kind: "title", text: project.name },
  line(`Compliance summary: ${project.frameworkName}`),
  line(`Period: ${periodOf(project)}`),
  line(`As of ${minuteOf(asOf)}`),
];

/** Figures that do not come from evidence. */
function markLines({ set_by_hand: byHand, left_out: leftOut, waiting }: ProjectScore): string[] {
  const numbers = (controls: readonly { number: string }[]) =>
    controls.map(({ number }) => number).join(", ");
  return [
    ...(byHand.length === 0 ? [] : [`Set by hand, not by evidence: ${numbers(byHand)}`]),
    ...(leftOut.length === 0 ? [] : [`Excluded, because they do not apply: ${numbers(leftOut)}`]),
    ...(waiting.length === 0 ? [] : [`Stated, but not confirmed: ${numbers(waiting)}`]),
  ];
}

const charts = (score: ProjectScore): PdfBlock[] => [
  heading("Score"),
  caption(
    "A full bar is 100 %. Compliance score: the average progress of all controls that apply; pending evidence counts half, and figures set by hand count as set. Fully verified: the share of them with every required piece of evidence approved.",
  ),
  {
    kind: "bars",
    bars: [
      bar("Compliance score", score.overall),
      bar("Fully verified controls", score.completion_percentage),
    ],
  },
  heading("Trust categories"),
  caption("The same score for the controls of each category that the project covers. A full bar is 100 %."),
  { kind: "bars", bars: Object.entries(score.categories).map(([name, value]) => bar(inWords(name), value)) },
  ...markLines(score).map(line),
];

/** They are not shares of a whole, so a bar would be meaningless. */
function figures(score: ProjectScore): PdfBlock[] {
  const { total: controls, ...coverage } = score.coverage;
  const { total: evidence, ...quality } = score.evidence_quality;
  const { risk, active_findings: findings } = score;
  return [
    heading("Controls, evidence and findings"),
    {
      kind: "rows",
      rows: [
        ["Controls that apply", `${controls}: ${counted(coverage)}`],
        ["Evidence", `${evidence}: ${counted(quality)}`],
        ["Active findings", `${risk.counted}: ${counted(findings)}`],
        ["Risk", `${risk.level}, ${risk.score} of 100`],
      ],
    },
    caption(
      `Evidence: approved or pending review, by quality score (high from ${HIGH_QUALITY} of 100, good from ${GOOD_QUALITY}). Risk: each open or in-progress finding adds the weight of its severity, up to 100 (Medium from ${MEDIUM_RISK_FROM}, High from ${HIGH_RISK_FROM}).`,
    ),
  ];
}

function missing({ top_missing_controls: controls }: ProjectScore): PdfBlock[] {
  if (controls.length === 0) return [line("None: every control that applies is complete")];
  return controls.flatMap(({ number, title, progress, summary, evidence_hints: hints }) => [
    { kind: "subheading", text: `${number}  ${title} (${percent(progress)})` },
    caption([summary, hints.length === 0 ? "" : `Typical evidence: ${hints.join("; ")}`].join(" ")),
  ]);
}

/** The figures of a project for printing: shares as charts, counts as rows. */
export function summarySheet(data: ProjectData): PdfBlock[] {
  const score = projectScore(data);
  return [
    ...topOf(data),
    ...charts(score),
    ...figures(score),
    heading("Top missing controls"),
    ...missing(score),
  ];
}
