import type { FrameworkControl } from "../frameworks/framework.rules.ts";
import type { Passage } from "../answers/passage.ts";
import { nearestSentences } from "./extract-answer.rules.ts";
import { resultOf, type ControlMatch, type JobResult } from "./job.rules.ts";
import { contentWords, coverageOf, wordsByStem } from "../answers/words.rules.ts";
import type { ChunkingStatus, EvidenceStatus } from "../evidence/evidence.rules.ts";
import type { Texts } from "../texts/en.ts";
import { entryOf } from "../entry-of.rules.ts";

interface Reading {
  status: EvidenceStatus;
  chunkingStatus: ChunkingStatus;
  ingestionError?: string | null;
}

/**
 * Why there are no passages of a file to analyse; null if there are. Without this, an unread file would look
 * like an empty one.
 */
export function whyUnread({ status, chunkingStatus, ingestionError }: Reading): string | null {
  if (chunkingStatus === "QUARANTINED") return "The file is quarantined and was not read";
  // Its passages are removed too.
  if (status === "superseded") return "A new version replaced the file: ask about that one";
  if (chunkingStatus === "FAILED")
    return `The file could not be read: ${ingestionError ?? "retry its ingestion"}`;
  if (chunkingStatus !== "COMPLETED")
    return "The file has not been read yet: ask again when its chunking_status is COMPLETED";
  return null;
}

/** The share of a hint's words that a text needs for the hint to be shown. */
const SHOWN = 0.5;
const MAX_CONTROLS = 5;
const MAX_REASONS = 6;
/** A control with a lower match is not suggested. */
const LEAST_MATCH = 0.08;
const QUALITY_SHARE = 0.4;

type Asking = Pick<FrameworkControl, "number" | "title" | "summary" | "evidenceHints">;

export interface JudgedEvidence {
  title: string;
  /** 0 to 100. */
  qualityScore: number;
  /** The deficits of its quality, in sentences. */
  weaknesses: readonly string[];
  passages: readonly Passage[];
}

const wordsOf = ({ title, passages }: JudgedEvidence): Set<string> =>
  contentWords([title, ...passages.map(({ text }) => text)].join("\n"));

const percent = ({ assistant }: Texts, share: number): string =>
  assistant.progress(String(Math.round(share * 100)));

/**
 * What a piece of evidence shows about its control, what it lacks, and with what confidence. Compares words,
 * not meanings.
 */
export function analyzeEvidence(evidence: JudgedEvidence, control: Asking, texts: Texts): JobResult {
  const { analysis } = texts.assistant;
  const evidenceWords = wordsOf(evidence);
  const expectations = [control.summary, ...control.evidenceHints];
  const shares = expectations.map((text) => coverageOf(contentWords(text), evidenceWords));
  const missing = control.evidenceHints.filter((_hint, i) => shares[i + 1]! < SHOWN);
  const best = Math.max(0, ...shares);
  const confidence = (1 - QUALITY_SHARE) * best + (QUALITY_SHARE * evidence.qualityScore) / 100;
  const citations = nearestSentences(`${control.title} ${control.summary}`, evidence.passages);
  const covers = analysis.covers(evidence.title, {
    percent: percent(texts, best),
    control: `${control.number} ${control.title}`,
    quality: evidence.qualityScore,
  });
  const lacks = missing.length === 0 ? analysis.nothingMissing : analysis.missing(missing.join("; "));
  const text = `${covers} ${lacks}`;
  return resultOf({ text, citations, missing: [...missing, ...evidence.weaknesses], confidence });
}

/** The weight of each word: one that every control uses has none. */
function weightsOf(controls: readonly Asking[], words: ReadonlyMap<Asking, ReadonlyMap<string, string>>) {
  const counts = new Map<string, number>();
  for (const stems of words.values())
    for (const word of stems.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word: string): number => Math.log((controls.length + 1) / (counts.get(word) ?? 1));
}

/** The controls that best match a piece of evidence, with the words they share. */
export function suggestControls(
  evidence: JudgedEvidence,
  controls: readonly Asking[],
  texts: Texts,
): JobResult {
  const { analysis } = texts.assistant;
  const evidenceWords = wordsOf(evidence);
  const words = new Map(
    controls.map((control) => [
      control,
      wordsByStem([control.title, control.summary, ...control.evidenceHints].join(" ")),
    ]),
  );
  const weight = weightsOf(controls, words);
  const sum = (list: Iterable<string>): number => [...list].reduce((total, word) => total + weight(word), 0);
  const matches = controls
    .map((control): ControlMatch => {
      const wanted = entryOf(words, control);
      const shared = [...wanted.keys()]
        .filter((word) => evidenceWords.has(word))
        .toSorted((a, b) => weight(b) - weight(a));
      const reasons = shared.slice(0, MAX_REASONS).map((word) => analysis.bothMention(entryOf(wanted, word)));
      return {
        number: control.number,
        title: control.title,
        score: sum(shared) / Math.max(1, sum(wanted.keys())),
        reasons,
      };
    })
    .filter(({ score }) => score >= LEAST_MATCH)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_CONTROLS);
  const [best] = matches;
  const text =
    best === undefined
      ? analysis.noControl(evidence.title)
      : analysis.best(evidence.title, `${best.number} ${best.title}`, percent(texts, best.score));
  return resultOf({ text, controls: matches });
}
