import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { Block } from "../../extraction/document.ts";
import { chunkDocument, chunkInput, isBareNumber } from "../../retrieval/chunking/chunk-document.ts";
import { documentText } from "../../retrieval/chunking/document-text.ts";
import { documentOf, packed, paragraph } from "../support/chunkable-blocks.ts";
import { loadTinyTokenizer } from "../support/tiny-models.ts";

const MAX = 256;

const tokenizer = await loadTinyTokenizer();

const words = fc.array(
  fc.oneof(
    fc.constantFrom(
      "access",
      "review",
      "The",
      "policy.",
      "backup;",
      "restore:",
      "e.g.",
      "3.2",
      "A.8.24",
      "\n",
      "\n\n",
    ),
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.string({ maxLength: 400 }),
  ),
  { maxLength: 120 },
);
const prose = words.map((list) => list.join(" "));
const page = fc.option(fc.integer({ min: 1, max: 4 }));
const cells = fc.array(fc.oneof(fc.string({ unit: "grapheme", maxLength: 60 }), prose), { maxLength: 6 });
const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ kind: fc.constant("paragraph" as const), text: prose, page }),
  fc.record({ kind: fc.constant("list-item" as const), text: prose, page }),
  fc.record({
    kind: fc.constant("heading" as const),
    level: fc.integer({ min: 1, max: 6 }),
    text: fc.string({ unit: "grapheme", maxLength: 300 }),
    page,
  }),
  fc.record({
    kind: fc.constant("table" as const),
    header: cells,
    rows: fc.array(cells, { maxLength: 12 }),
    page,
    sheet: fc.option(fc.constantFrom("One", "Two")),
  }),
);
const anyDocument = fc.array(block, { maxLength: 12 }).map(documentOf);
const anyTitle = fc.oneof(fc.string({ unit: "grapheme", maxLength: 400 }), fc.constant("q7".repeat(300)));

describe("chunking of arbitrary documents", () => {
  it("never exceeds the maximum, prefix included, and numbers without gaps", () => {
    fc.assert(
      fc.property(anyDocument, anyTitle, (document, title) => {
        chunkDocument(document, { title, tokenizer }).forEach((chunk, index) => {
          expect(chunk.ordinal).toBe(index);
          const pieces = tokenizer.encode(chunkInput(title, chunk), { maxLength: 100_000 }).ids.length;
          expect(pieces).toBeLessThanOrEqual(MAX);
          expect(chunk.text.length).toBeLessThan(MAX * 32);
        });
      }),
      { numRuns: 150 },
    );
  });

  it("gives the position of each passage, in order and without overlap", () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const text = documentText(document);
        let end = 0;
        for (const chunk of chunkDocument(document, { title: "Policy", tokenizer })) {
          expect(chunk.start).toBeGreaterThanOrEqual(end);
          expect(chunk.text).toBe(text.slice(chunk.start, chunk.end));
          end = chunk.end;
        }
      }),
      { numRuns: 150 },
    );
  });

  it("gives the place of each passage in the text of its pages", () => {
    const pages = fc.array(fc.array(block, { maxLength: 4 }), { maxLength: 4 });
    fc.assert(
      fc.property(pages, (blocks) => {
        const paged = blocks.map((some, i) => some.map((one) => ({ ...one, page: i + 1 })));
        const textOf = (number: number) => documentText({ blocks: paged[number - 1]! });
        for (const chunk of chunkDocument(documentOf(paged.flat()), { title: "Policy", tokenizer })) {
          const [{ pageOffset, endPage, endPageOffset }, first] = [chunk.place!, textOf(chunk.page!)];
          if (endPage === chunk.page) expect(first.slice(pageOffset, endPageOffset)).toBe(chunk.text);
          else
            expect(packed(first.slice(pageOffset) + textOf(endPage).slice(0, endPageOffset))).toBe(
              packed(chunk.text),
            );
        }
      }),
      { numRuns: 100 },
    );
  });

  it("loses no text: everything but bare numbers is in a passage or its headings", () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const chunks = chunkDocument(document, { title: "Policy", tokenizer });
        const text = documentText(document);
        let end = 0;
        const gaps = [...chunks, { start: text.length, end: text.length }].map((chunk) => {
          const gap = text.slice(end, chunk.start);
          end = chunk.end;
          return gap;
        });
        const headings = new Set(chunks.flatMap((chunk) => chunk.headings).map(packed));
        const lost = gaps.flatMap((gap) => gap.split(/\n\n/u)).map(packed);
        const saysMore = (part: string) => !headings.has(part) && !isBareNumber(part);
        expect(lost.filter(saysMore)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it("runs in linear time, also for text without spaces", () => {
    // CPU time, because other tests run at the same time.
    const seconds = (text: string): number => {
      const before = process.cpuUsage();
      expect(
        chunkDocument(documentOf([paragraph(text)]), { title: "Policy", tokenizer }).length,
      ).toBeGreaterThan(0);
      return process.cpuUsage(before).user / 1e6;
    };
    const sentence = "The access review is quarterly and covers backup. ";
    seconds(sentence.repeat(500));
    const small = seconds(sentence.repeat(2_000));
    expect(seconds(sentence.repeat(16_000))).toBeLessThan(Math.max(1, small * 8 * 3));
    expect(seconds("x".repeat(1_000_000))).toBeLessThan(10);
    for (const text of ["\u65e5", "\ud55c", "-", ". ", "\ufffd"]) {
      expect(seconds(text.repeat(200_000 / text.length))).toBeLessThan(5);
    }
  });
});
