import { GOOD_QUALITY, HIGH_QUALITY } from "../../domain/evidence/evidence.rules.ts";
import { HIGH_RISK_FROM, MEDIUM_RISK_FROM } from "../../domain/findings/risk.rules.ts";
import type { ProjectData } from "../../domain/project-data/project-data.ts";
import { projectScore } from "../../domain/project-data/project-score.rules.ts";
import { capital } from "../../domain/texts/capital.rules.ts";
import type { Texts } from "../../domain/texts/en.ts";
import { inSentence } from "../../domain/texts/in-sentence.rules.ts";
import type { Bar, PdfBlock } from "../../platform/documents/pdf/sheet-pdf.ts";
import { inWords, percent, periodOf } from "./wording.ts";

type ProjectScore = ReturnType<typeof projectScore>;

const heading = (text: string): PdfBlock => ({ kind: "heading", text });
const caption = (text: string): PdfBlock => ({ kind: "caption", text });
const line = (text: string): PdfBlock => ({ kind: "line", text });

/** Of 100. */
const bar = (texts: Texts, label: string, value: number): Bar => ({
  label,
  share: value / 100,
  value: percent(texts, value),
});

/** Counts by name, as in `7 complete, 0 in progress`. */
const counted = (
  counts: Readonly<Record<string, number>>,
  labels: Readonly<Record<string, string>>,
): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${inSentence(labels, name)}`)
    .join(", ");

const topOf = ({ project, asOf }: ProjectData, texts: Texts): PdfBlock[] => [
  { kind: "title", text: project.name },
  line(texts.reports.summaryPdf.title(project.frameworkName)),
  line(texts.reports.summaryPdf.period(periodOf(texts, project))),
  line(texts.reports.asOf(texts.formats.minute(asOf))),
];

/** Figures that do not come from evidence. */
function markLines(
  { set_by_hand: byHand, left_out: leftOut, waiting }: ProjectScore,
  { reports: { summaryPdf: words } }: Texts,
): string[] {
  const numbers = (controls: readonly { number: string }[]) =>
    controls.map(({ number }) => number).join(", ");
  return [
    ...(byHand.length === 0 ? [] : [words.byHand(numbers(byHand))]),
    ...(leftOut.length === 0 ? [] : [words.excluded(numbers(leftOut))]),
    ...(waiting.length === 0 ? [] : [words.waiting(numbers(waiting))]),
  ];
}

function charts(score: ProjectScore, texts: Texts): PdfBlock[] {
  const { summaryPdf: words, cover } = texts.reports;
  const ofCategories = Object.entries(score.categories).map(([name, value]) =>
    bar(texts, inWords(texts.labels.category, name), value),
  );
  return [
    heading(words.score),
    caption(words.aboutScore),
    {
      kind: "bars",
      bars: [bar(texts, cover.score, score.overall), bar(texts, words.verified, score.completion_percentage)],
    },
    ...(ofCategories.length === 0
      ? []
      : [
          heading(words.categories),
          caption(words.aboutCategories),
          { kind: "bars" as const, bars: ofCategories },
        ]),
    ...markLines(score, texts).map(line),
  ];
}

/** They are not shares of a whole, so a bar would be meaningless. */
function figures(score: ProjectScore, { reports, labels }: Texts): PdfBlock[] {
  const { total: controls, ...coverage } = score.coverage;
  const { total: evidence, ...quality } = score.evidence_quality;
  const { risk, active_findings: findings } = score;
  const { summaryPdf: words, cover, sheets } = reports;
  return [
    heading(words.figures),
    {
      kind: "rows",
      rows: [
        [cover.applying, `${controls}: ${counted(coverage, labels.controlStatus)}`],
        [sheets.evidence, `${evidence}: ${counted(quality, labels.quality)}`],
        [cover.activeFindings, `${risk.counted}: ${counted(findings, labels.severity)}`],
        [words.risk, words.ofHundred(capital(labels.risk[risk.level]), risk.score)],
      ],
    },
    caption(
      words.aboutFigures({
        high: HIGH_QUALITY,
        good: GOOD_QUALITY,
        mediumRisk: MEDIUM_RISK_FROM,
        highRisk: HIGH_RISK_FROM,
      }),
    ),
  ];
}

function missing({ top_missing_controls: controls }: ProjectScore, texts: Texts): PdfBlock[] {
  const { summaryPdf, indexPdf } = texts.reports;
  if (controls.length === 0) return [line(summaryPdf.nothingMissing)];
  return controls.flatMap(({ number, title, progress, summary, evidence_hints: hints }) => [
    { kind: "subheading", text: `${number}  ${title} (${percent(texts, progress)})` },
    caption([summary, hints.length === 0 ? "" : indexPdf.typicalEvidence(hints.join("; "))].join(" ")),
  ]);
}

/** The figures of a project for printing: shares as charts, counts as rows. */
export function summarySheet(data: ProjectData, texts: Texts): PdfBlock[] {
  const score = projectScore(data);
  return [
    ...topOf(data, texts),
    ...charts(score, texts),
    ...figures(score, texts),
    heading(texts.reports.summaryPdf.missing),
    ...missing(score, texts),
  ];
}
