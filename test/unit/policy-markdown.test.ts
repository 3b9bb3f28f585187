import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { bulletsOf, escapeMarkdown, stepsOf, tableOf } from "../../domain/policies/markdown.rules.ts";
import {
  plainText,
  readMarkdown,
  type MarkdownBlock,
} from "../../platform/documents/markdown/read-markdown.ts";

const NAMES = [
  "Johnson & Johnson",
  "AT&T; Inc.",
  "AT&amp;T",
  "R&D &copy; &#65; &#x41;",
  "a*b_c*d_e",
  "~~struck~~ ~ ~~~",
  "[link](https://a.example) ![image](b)",
  "<b>bold</b> <!-- gone -->",
  "back\\slash\\",
  "`code` ``more``",
  "a|b||c",
  "# no heading",
  "$& $1 $$",
  "Über_GmbH_ \u{1F512}",
];

/** The text of a document of one paragraph. */
function shown(markdown: string): string {
  const [block, ...rest] = readMarkdown(markdown);
  expect(rest).toEqual([]);
  expect(block).toMatchObject({ kind: "paragraph" });
  return plainText((block as Extract<MarkdownBlock, { kind: "paragraph" }>).runs);
}

const cellsOf = (markdown: string): string[][] => {
  const [table] = readMarkdown(markdown) as Extract<MarkdownBlock, { kind: "table" }>[];
  return table!.rows.map((cells) => cells.map(plainText));
};

describe("a name in a policy", () => {
  test.each(NAMES)("%j is shown as it is, in a sentence and in a table", (name) => {
    const written = escapeMarkdown(name);
    expect(shown(`It is ${written} now.`)).toBe(`It is ${name} now.`);
    expect(cellsOf(tableOf(["Company", "Owner"], [[written, "x"]]))).toEqual([
      ["Company", "Owner"],
      [name, "x"],
    ]);
  });

  test.each(["Johnson & Johnson", "A & B; C", "Example Ltd.", "Müller ~ Söhne"])(
    "%j is written without a backslash, as people write it",
    (name) => expect(escapeMarkdown(name)).toBe(name),
  );

  test("is shown as it is, whatever its characters", () => {
    const pieces = fc.constantFrom(
      "&",
      "amp;",
      "#",
      "65;",
      "~",
      "*",
      "_",
      "`",
      "[",
      "]",
      "(",
      ")",
      "<",
      ">",
      "!",
      "|",
      "\\",
      "a",
    );
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 12 }), (parts) => {
        const name = parts.join("");
        expect(shown(`It is ${escapeMarkdown(name)} now.`)).toBe(`It is ${name} now.`);
      }),
    );
  });
});

test("lists have an item for each text, in order", () => {
  const paragraph = (text: string): object => [
    { kind: "paragraph", runs: [{ text, bold: false, italic: false }] },
  ];
  const items = ["one", "two"].map(paragraph);
  expect(readMarkdown(bulletsOf(["one", "two"]))).toEqual([{ kind: "list", start: null, items }]);
  expect(readMarkdown(stepsOf(["one", "two"]))).toEqual([{ kind: "list", start: 1, items }]);
});
