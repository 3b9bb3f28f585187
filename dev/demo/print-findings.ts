import type { EvidenceState, SearchResult } from "./demo-client.ts";

const PASSAGE_LETTERS = 240;

const score = (value: number | null): string => (value === null ? "-" : value.toFixed(3));

const placeOf = ({ file_name: file, page, heading }: SearchResult): string =>
  [file, ...(page === null ? [] : [`page ${page}`]), ...(heading === null ? [] : [heading])].join("  |  ");

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= PASSAGE_LETTERS ? line : `${line.slice(0, PASSAGE_LETTERS)}...`;
}

/** A question and the passages that answer it, best first: file, page, heading or sheet, scores, text. */
export function printAnswer(question: string, results: readonly SearchResult[]): void {
  console.log(`\n? ${question}`);
  for (const [i, result] of results.entries()) {
    const { semantic, keyword, fused, rerank } = result.scores;
    const parts = `meaning ${score(semantic)}  words ${score(keyword)}  fused ${score(fused)}  reranked ${score(rerank)}`;
    console.log(`  ${i + 1}. ${placeOf(result)}`);
    console.log(`     similarity ${score(result.similarity)}  (${parts})`);
    console.log(`     "${excerpt(result.text)}"`);
  }
}

/** The quality of a piece of evidence with its components. */
export function printQuality(name: string, evidence: EvidenceState): void {
  console.log(`\nThe weakest evidence is ${name}, with a quality of ${evidence.quality_score} of 100:`);
  for (const { points, of, message } of evidence.quality_reasons)
    console.log(`  ${String(points).padStart(2)} of ${String(of).padStart(2)}  ${message}`);
}
