import { describe, expect, it } from "@jest/globals";
import { halfOf } from "../../bench/support/beir-set.ts";
import { documentsOf } from "../../bench/support/evaluate-ranking.ts";
import { markdownDocument } from "../../testkit/markdown-document.ts";
import { percentile } from "../../testkit/percentiles.ts";
import { ndcgAt, recallAt, reciprocalRankAt } from "../../bench/support/ranking-metrics.rules.ts";

const judged = new Map([
  ["a", 1],
  ["b", 1],
  ["c", 0],
]);

describe("ranking metrics", () => {
  it("give 1 to the ideal order and 0 to a miss", () => {
    expect(ndcgAt(10, ["b", "a", "c"], judged)).toBe(1);
    expect(ndcgAt(10, ["x", "c"], judged)).toBe(0);
    expect(reciprocalRankAt(10, ["a"], judged)).toBe(1);
    expect(recallAt(10, ["a", "x", "b"], judged)).toBe(1);
  });

  it("match figures computed by hand", () => {
    expect(ndcgAt(10, ["x", "a"], judged)).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)));
    expect(reciprocalRankAt(10, ["x", "c", "b"], judged)).toBeCloseTo(1 / 3);
    expect(recallAt(2, ["x", "a", "b"], judged)).toBe(0.5);
  });

  it("consider only the first k", () => {
    expect(ndcgAt(1, ["x", "a"], judged)).toBe(0);
    expect(reciprocalRankAt(1, ["x", "a"], judged)).toBe(0);
  });
});

describe("an evaluation", () => {
  it("ranks a document by its best passage", () => {
    const documentOf = new Map([
      ["p1", "d1"],
      ["p2", "d2"],
      ["p3", "d1"],
    ]);
    expect(documentsOf(["p2", "p1", "p3", "gone"], documentOf)).toEqual(["d2", "d1"]);
  });

  it("splits queries the same way every time, in about equal halves", () => {
    const halves = Array.from({ length: 1_000 }, (_, i) => halfOf(`q${i}`));
    expect(halves).toEqual(Array.from({ length: 1_000 }, (_, i) => halfOf(`q${i}`)));
    const dev = halves.filter((half) => half === "dev").length;
    expect(dev).toBeGreaterThan(430);
    expect(dev).toBeLessThan(570);
  });

  it("reads Markdown as headings, paragraphs and list items", () => {
    const { blocks } = markdownDocument(
      "# Access\n\nOnly those\nwho need it.\n\n- one\n- two\n\n## Review\nEach quarter.",
    );
    expect(blocks).toEqual([
      { kind: "heading", level: 1, text: "Access", page: null },
      { kind: "paragraph", text: "Only those who need it.", page: null },
      { kind: "list-item", text: "one", page: null },
      { kind: "list-item", text: "two", page: null },
      { kind: "heading", level: 2, text: "Review", page: null },
      { kind: "paragraph", text: "Each quarter.", page: null },
    ]);
  });

  it("takes percentiles by nearest rank", () => {
    const values = [5, 1, 4, 2, 3];
    expect([0.5, 0.95, 0.2].map((share) => percentile(values, share))).toEqual([3, 5, 1]);
  });
});
