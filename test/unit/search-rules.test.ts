import { isQuestion } from "../../retrieval/search/query.rules.ts";
import { lackOfSupport, rankBySimilarity, similarityOf } from "../../retrieval/search/similarity.rules.ts";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { identifiersIn } from "../../retrieval/index/identifiers.rules.ts";
import { stemText, termsOf } from "../../retrieval/index/stem-text.rules.ts";
import { cosineOf, fuse, normaliseKeyword, type Hit } from "../../retrieval/search/fusion.rules.ts";
import { highlight } from "../../retrieval/search/highlight.rules.ts";

const even = { semantic: 0.5, keyword: 0.5 };
const hits = (...ids: string[]): Hit[] => ids.map((id, i) => ({ id, score: 1 - i / 10 }));

const retrieverHits = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 30 })
  .map((ids) => hits(...ids));

describe("identifiers", () => {
  it.each([
    ["Access is reviewed (CC6.1), keys per A.8.24.", ["CC6.1", "A.8.24"]],
    ["cc6.1 and pi1.2", ["CC6.1", "PI1.2"]],
    ["See AC-2(1) and 164.308(a)(1)", ["AC-2(1)", "164.308(A)(1)"]],
    ["Ticket SEC-1042, CVE-2024-3094", ["SEC-1042", "CVE-2024-3094"]],
    ["In 2025 we had 12 people and Q3 was good", []],
    ["CC6.1, CC6.1", ["CC6.1"]],
    ["policy_CC6.1.pdf but not A.8.24bar", ["CC6.1"]],
  ])("in %j are %j", (text, expected) => {
    expect(identifiersIn(text)).toEqual(expected);
  });

  it("are limited, however long the text", () => {
    const log = Array.from({ length: 5_000 }, (_, i) => `10.0.${i}.1`).join(" ");
    expect(identifiersIn(log)).toHaveLength(200);
  });
});

describe("stemming", () => {
  it("maps the forms of a word to one term", () => {
    expect(termsOf("policies policy")).toEqual(["polici", "polici"]);
    expect(termsOf("Reviewing reviewed reviews")).toEqual(["review", "review", "review"]);
  });

  it("drops stop words", () => {
    expect(stemText("What is the password of the user?")).toBe("password user");
  });

  it("keeps identifiers whole and splits ordinary compounds", () => {
    expect(termsOf("A.8.24 multi-factor e-mail user's")).toEqual([
      "a.8.24",
      "multi",
      "factor",
      "e",
      "mail",
      "user",
    ]);
  });

  it("yields terms that a whitespace analyzer separates again, for any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) =>
        expect(stemText(text).split(" ").filter(Boolean)).toEqual(termsOf(text)),
      ),
    );
  });
});

describe("fusion", () => {
  it("prefers hits of both retrievers to the first of one", () => {
    const fused = fuse(hits("a", "both"), hits("b", "both"), even);
    expect(fused[0]?.id).toBe("both");
    expect(fused).toHaveLength(3);
  });

  it("keeps each retriever's score, null if it has none", () => {
    const [both, near, word] = fuse(
      hits("x", "n"),
      [
        { id: "x", score: 1 },
        { id: "w", score: 0.4 },
      ],
      { semantic: 0.6, keyword: 0.4 },
    );
    expect(both).toMatchObject({ id: "x", semantic: 1, keyword: 1 });
    expect(both?.fused).toBeCloseTo(1);
    expect(near).toMatchObject({ id: "n", semantic: 0.9, keyword: null });
    expect(word).toMatchObject({ id: "w", semantic: null, keyword: 0.4 });
  });

  it("ranks a passage with the query's identifier before all others", () => {
    const others = Array.from({ length: 50 }, (_, i) => `other-${i}`);
    const words = [{ id: "named", score: 1, exact: 1 }, ...hits(...others)];
    const fused = fuse(hits(...others, "named"), words, even);
    expect(fused[0]).toMatchObject({ id: "named", exact: 1 });
    expect(fused[1]?.fused).toBeLessThan(fused[0]?.fused ?? 0);
  });

  it("with all weight on one retriever keeps its order", () => {
    fc.assert(
      fc.property(retrieverHits, retrieverHits, (near, words) => {
        const ids = new Set(near.map((hit) => hit.id));
        const order = fuse(near, words, { semantic: 1, keyword: 0 }).filter((hit) => ids.has(hit.id));
        expect(order.map((hit) => hit.id)).toEqual(near.map((hit) => hit.id));
      }),
    );
  });

  it("returns every hit once, between 0 and 1, best first, and symmetrically", () => {
    fc.assert(
      fc.property(retrieverHits, retrieverHits, (left, right) => {
        const fused = fuse(left, right, even);
        expect(new Set(fused.map((hit) => hit.id))).toEqual(
          new Set([...left, ...right].map((hit) => hit.id)),
        );
        expect(
          fused.every((hit, i) => hit.fused > 0 && hit.fused <= 1 && hit.fused <= (fused[i - 1]?.fused ?? 1)),
        ).toBe(true);
        expect(fuse(right, left, even).map((hit) => hit.id)).toEqual(fused.map((hit) => hit.id));
      }),
    );
  });

  it("gives keyword scores as shares of the best", () => {
    expect(
      normaliseKeyword([
        { id: "a", score: 12 },
        { id: "b", score: 3 },
      ]).map((hit) => hit.score),
    ).toEqual([1, 0.25]);
    expect(normaliseKeyword([])).toEqual([]);
    expect(normaliseKeyword([{ id: "a", score: 0 }])).toEqual([{ id: "a", score: 0 }]);
  });

  it("derives the cosine from a kNN score", () => {
    expect([cosineOf(1), cosineOf(0.5), cosineOf(0)]).toEqual([1, 0, -1]);
  });
});

describe("similarity", () => {
  it("is the cross-encoder's score if there is one", () => {
    expect(
      similarityOf({ semantic: 0.9, keyword: 1, exact: 0, lackOfSupport: 0, rerank: 0.1 }, "cross-encoder"),
    ).toBe(0.1);
  });

  it("rises with each signal and stays between 0 and 1", () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, unit, unit, (semantic, keyword, rerank, step) => {
        const base = similarityOf(
          { semantic, keyword, rerank, exact: 0, lackOfSupport: 0 },
          "late-interaction",
        );
        expect(base).toBeGreaterThan(0);
        expect(base).toBeLessThan(1);
        for (const better of [
          { semantic: semantic + step, keyword, rerank, exact: 0, lackOfSupport: 0 },
          { semantic, keyword: keyword + step, rerank, exact: 0, lackOfSupport: 0 },
          { semantic, keyword, rerank: rerank + step, exact: 0, lackOfSupport: 0 },
        ])
          expect(similarityOf(better, "late-interaction")).toBeGreaterThanOrEqual(base);
      }),
    );
  });

  it("is above one half for clear answers and below for unrelated text, with and without a reranker", () => {
    expect(
      similarityOf({ semantic: 0.7, keyword: 1, exact: 0, lackOfSupport: 0, rerank: null }, null),
    ).toBeGreaterThan(0.5);
    expect(
      similarityOf({ semantic: 0.05, keyword: 0, exact: 0, lackOfSupport: 0, rerank: null }, null),
    ).toBeLessThan(0.1);
    expect(
      similarityOf({ semantic: null, keyword: 1, exact: 0, lackOfSupport: 0, rerank: null }, null),
    ).toBeGreaterThan(0.5);
  });

  it("ranks rescored passages above all others", () => {
    const candidates = [
      { id: "low", similarity: 0.2, rescored: true },
      { id: "unread", similarity: 0.9, rescored: false },
      { id: "high", similarity: 0.8, rescored: true },
    ];
    const ranked = rankBySimilarity(candidates);
    expect(ranked.map((candidate) => candidate.id)).toEqual(["high", "low", "unread"]);
    expect(ranked.at(-1)?.similarity).toBe(0.2);
  });
});

describe("highlight", () => {
  it("marks every form of the query's words", () => {
    expect(highlight("Policies are reviewed yearly.", new Set(termsOf("review of the policy")))).toBe(
      "<mark>Policies</mark> are <mark>reviewed</mark> yearly.",
    );
  });

  it("shows the relevant part of a long passage, without splitting words", () => {
    const filler = "lorem ipsum dolor sit amet ".repeat(40);
    const html = highlight(
      `${filler}Backups are encrypted with AES. ${filler}`,
      new Set(termsOf("encrypted backups")),
    );
    expect(html).toContain("<mark>Backups</mark> are <mark>encrypted</mark> with AES.");
    expect(html.length).toBeLessThan(400);
    expect(html.startsWith("… ") && html.endsWith(" …")).toBe(true);
  });

  it("begins with the best sentence, if it is known", () => {
    const [words, best] = ["Backup, backup and backup again.", "Copies are made each night."];
    const text = `${"lorem ipsum dolor sit amet ".repeat(20)}${words} ${best} ${"sed diam ".repeat(40)}`;
    const start = text.indexOf(best);
    const html = highlight(text, new Set(termsOf("backup")), { start, end: start + best.length });
    expect(html.startsWith(`… ${best} sed`)).toBe(true);
    expect(html.length).toBeLessThan(300);
  });

  it("shows the query's words of a sentence that is too long", () => {
    const long = `Copies ${"lorem ipsum dolor ".repeat(30)} at night ${"sed diam ".repeat(30)}end.`;
    const html = highlight(`Nightly. ${long}`, new Set(termsOf("night")), { start: 9, end: 9 + long.length });
    expect(html).toContain("at <mark>night</mark> sed");
  });

  it("never contains a document's markup", () => {
    const html = highlight(`<script>alert("password")</script> & more`, new Set(termsOf("password")));
    expect(html).toBe("&lt;script&gt;alert(&quot;<mark>password</mark>&quot;)&lt;/script&gt; &amp; more");
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), fc.string({ maxLength: 50 }), (text, query) => {
        expect(
          highlight(text, new Set(termsOf(query))).replace(/<\/?mark>|&(?:amp|lt|gt|quot|#39);/g, ""),
        ).not.toMatch(/[<>"'&]/);
      }),
    );
  });
});

describe("a question", () => {
  it.each([
    ["Who reviews access?", true],
    ["how long are logs kept", true],
    ["Backups are tested each month, is that so?", true],
    ["quarterly access reviews", false],
    ["Establish and maintain an inventory of all assets", false],
    ["Isolation of networks", false],
    ["", false],
  ])("%j: %s", (query, expected) => {
    expect(isQuestion(query)).toBe(expected);
  });
});

describe("support", () => {
  const hit = (id: string, semantic: number | null, keyword: number | null = 0) => ({
    id,
    semantic,
    keyword,
    exact: 0,
    fused: 0,
  });

  it("is lacking for a single passage, by at most one unit", () => {
    const against = lackOfSupport([
      hit("a_00000", 0.7),
      hit("a_00001", 0.69),
      hit("b_00000", 0.7),
      hit("b_00001", 0.1),
      hit("c_00000", 0.7),
    ]);
    expect(against("a_00000")).toBeCloseTo(0.07);
    expect(against("b_00000")).toBe(1);
    expect(against("c_00000")).toBe(0.125);
  });

  it("is the same for all passages of a piece of evidence, found or not", () => {
    const against = lackOfSupport([hit("a_00000", 0.7), hit("a_00001", 0.5), hit("b_00000", null, 1)]);
    expect(against("a_00001")).toBe(against("a_00000"));
    expect(against("b_00000")).toBe(against("unheard_00000"));
  });
});
