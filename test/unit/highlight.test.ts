import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { termsOf } from "../../retrieval/index/stem-text.rules.ts";
import { highlight } from "../../retrieval/search/highlight.rules.ts";

const terms = (query: string): ReadonlySet<string> => new Set(termsOf(query));
const marked = (html: string): string[] =>
  [...html.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, word]) => word!);
const shown = (html: string): string =>
  html
    .replaceAll(/<\/?mark>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

describe("the highlight of a passage", () => {
  test.each([
    ["Access rights are reviewed.", "review", ["reviewed"]],
    ["Access rights are reviewed.", "access rights", ["Access", "rights"]],
    ["ACCESS access Access", "access", ["ACCESS", "access", "Access"]],
    ["Nothing of the kind", "encryption", []],
    ["", "encryption", []],
    ["CC6.1 and CC6.10", "CC6.1", ["CC6.1"]],
    ["The re\u0301sume\u0301 is kept", "résumé", ["re\u0301sume\u0301"]],
    ["The résumé is kept", "re\u0301sume\u0301", ["résumé"]],
    ["Über alle Größen", "größen", ["Größen"]],
    ["The oﬃcer of the desk", "officer", ["oﬃcer"]],
    ["監査 の 記録", "記録", ["記録"]],
  ])("%j for %j marks %j", (text, query, words) => {
    const html = highlight(text, terms(query));
    expect(marked(html)).toEqual(words);
    expect(shown(html)).toBe(text);
  });

  test("is HTML, whatever the passage contains", () => {
    const html = highlight(`<img src=x onerror="a('b')"> & access`, terms("access"));
    expect(html).toBe("&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt; &amp; <mark>access</mark>");
  });

  test("shows the part with the most words of the query", () => {
    const filler = "Some other text stands here. ".repeat(20);
    const text = `Keys matter. ${filler}Keys are rotated every year by their owner. ${filler}`;
    const html = highlight(text, terms("keys rotated yearly owner"));
    expect(marked(html)).toEqual(expect.arrayContaining(["Keys", "rotated", "owner"]));
    expect(html.startsWith("… ")).toBe(true);
    expect(html.endsWith(" …")).toBe(true);
  });

  test("shows the beginning of a passage without words of the query", () => {
    const html = highlight("One two three. ".repeat(60), terms("encryption"));
    expect(html.startsWith("One two three.")).toBe(true);
    expect(html.endsWith(" …")).toBe(true);
    expect(shown(html).length).toBeLessThanOrEqual(300);
  });

  test.each([
    ["behind a long address", `${"x".repeat(300)}/encryption ${"y ".repeat(200)}`],
    ["in front of a long address", `${"y ".repeat(200)}encryption/${"x".repeat(300)}`],
    ["between two of them", `${"x".repeat(300)}/encryption/${"x".repeat(300)}`],
    ["at the very end", `${"y ".repeat(300)}encryption`],
    ["at the very beginning", `encryption ${"y ".repeat(300)}`],
  ])("marks a word %s", (_where, text) => {
    expect(marked(highlight(text, terms("encryption")))).toEqual(["encryption"]);
  });

  test.each([
    ["emoji", "\u{1F512}".repeat(400)],
    ["emoji after one letter", `a${"\u{1F512}".repeat(400)}`],
    ["emoji around a match", `a${"\u{1F512}".repeat(200)} key ${"\u{1F512}".repeat(200)}`],
    ["emoji that touch a match", `a${"\u{1F512}".repeat(200)}key${"\u{1F512}".repeat(200)}`],
  ])("never shows half a character of %s", (_what, text) => {
    expect(highlight(text, terms("key")).isWellFormed()).toBe(true);
  });

  test("is a part of the passage, with all its marks closed", () => {
    const words = fc.constantFrom(
      "access",
      "rights",
      "the",
      "review",
      "<b>",
      "\u{1F512}",
      "&",
      "監査",
      "x".repeat(50),
    );
    const gaps = fc.constantFrom(" ", ". ", "\n", "/", "-");
    const texts = fc.array(fc.tuple(words, gaps), { maxLength: 150 }).map((parts) => parts.flat().join(""));
    fc.assert(
      fc.property(texts, (text) => {
        const html = highlight(text, terms("access review"));
        const part = shown(html).replace(/^… /, "").replace(/ …$/, "");
        expect(text).toContain(part);
        expect(html.isWellFormed()).toBe(true);
        expect(html.split("<mark>").length).toBe(html.split("</mark>").length);
        if (/access|review/.test(text)) expect(marked(html).length).toBeGreaterThan(0);
      }),
    );
  });
});
