import { describe, expect, test } from "@jest/globals";
import { describeCoverage } from "../../domain/assistant/wording.rules.ts";
import { en } from "../../domain/texts/en.ts";

describe("a sentence about the coverage", () => {
  const of = (total: number, complete: number, pieces: number) =>
    describeCoverage(
      {
        coverage: { total, complete, in_progress: 0, not_started: total - complete },
        quality: { total: pieces },
      } as never,
      en,
    );

  test.each([
    [
      1,
      1,
      1,
      "Of 1 applicable control, 1 is complete, 0 in progress and 0 not started. 1 piece of evidence counts",
    ],
    [
      61,
      2,
      0,
      "Of 61 applicable controls, 2 are complete, 0 in progress and 59 not started. 0 pieces of evidence count",
    ],
    [
      0,
      0,
      2,
      "Of 0 applicable controls, 0 are complete, 0 in progress and 0 not started. 2 pieces of evidence count",
    ],
  ])("of %d controls, %d complete, with %d pieces is grammatical", (total, complete, pieces, sentence) => {
    expect(of(total, complete, pieces)).toBe(sentence);
  });
});
