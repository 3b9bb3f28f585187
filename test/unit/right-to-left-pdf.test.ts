import { expect, test } from "@jest/globals";
import { markdownToPdf } from "../../platform/documents/markdown/markdown-pdf.ts";
import { orderLine, wordsAndSigns } from "../../platform/documents/pdf/order-line.ts";
import { readPdfText } from "../support/read-pdf-text.ts";

/** The words of a line from left to right as they are placed; each letter is one point wide. */
function placed(text: string, isToTheLeft: boolean): string[] {
  let x = 0;
  const words = (text.match(/\S+\s*/g) ?? []).flatMap(wordsAndSigns).map((word) => {
    const one = { text: word, x, width: word.length, trailingCut: word.length - word.trimEnd().length };
    x += word.length;
    return one;
  });
  orderLine(words, isToTheLeft);
  return words.toSorted((a, b) => a.x - b.x).map((word) => word.text.trim());
}

test.each([
  ["אבג דהו זחט", true, ["זחט", "דהו", "אבג"]],
  ["אבג ISO 27001 דהו", true, ["דהו", "ISO", "27001", "אבג"]],
  ["אבג 12 34 דהו", true, ["דהו", "34", "12", "אבג"]],
  ["אבג - דהו", true, ["דהו", "-", "אבג"]],
  ["Name: אבג דהו is here", false, ["Name", ":", "דהו", "אבג", "is", "here"]],
  ["אבג (ISO 27001), דהו.", true, [".", "דהו", ",(", "ISO", "27001", ")", "אבג"]],
  ["אבג 50% בשנת 2026.", true, [".", "2026", "בשנת", "50%", "אבג"]],
  ["ابج ٢٠٢٦ دهو", true, ["دهو", "٦٢٠٢", "ابج"]],
  ["all of it", false, ["all", "of", "it"]],
])("the words of %j are placed in the order of their script", (text, isToTheLeft, words) =>
  expect(placed(text, isToTheLeft)).toEqual(words),
);

const about = { title: "A", asOf: new Date(0) };

test.each([
  "כל חשבון נבדק על ידי בעליו",
  "תקן ISO חל על כל המערכות",
  "تتم مراجعة كل حساب من قبل مالكه",
  "The name is אבגדהו in Hebrew",
])("a PDF has the words of %j in their order", async (text) => {
  expect(await readPdfText(await markdownToPdf(text, about))).toContain(text);
});

test("a long text in Hebrew keeps its order over lines", async () => {
  const words = Array.from({ length: 60 }, (_, n) => `${"אבגדה".slice(0, 2 + (n % 4))} ${n + 100}`);
  const text = await readPdfText(await markdownToPdf(words.join(" "), about));
  expect(text.replaceAll(/\s+/g, " ")).toContain(words.join(" "));
});
