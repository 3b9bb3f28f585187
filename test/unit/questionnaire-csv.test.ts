import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readCsvSheet, writeCsvAnswers } from "../../extraction/questionnaires/csv-sheet.ts";
import { findQuestions } from "../../extraction/questionnaires/find-questions.ts";
import { DELIMITERS, delimiterOf, scanCsv } from "../../extraction/questionnaires/scan-csv.ts";
import { WorkbookError } from "../../extraction/questionnaires/workbook-parts.ts";

const MARK = "\ufeff";
/** `Größe?` as Excel saves it in western Europe. */
const western = (text: string): Buffer => Buffer.from(text, "latin1");
const HEADER = "Question;Answer\r\n";
const inUtf16 = (question: string): Buffer => Buffer.from(`${HEADER}${question};\r\n`, "utf16le");
const withBytes = (hex: string): Buffer =>
  Buffer.concat([Buffer.from(HEADER), Buffer.from(hex, "hex"), Buffer.from(";\r\n")]);
/** A Russian question in an encoding with one byte for each letter. */
function inBytes(encoding: string): Buffer {
  const letters = Array.from({ length: 256 }, (_, byte): [string, number] => [
    new TextDecoder(encoding).decode(Uint8Array.of(byte)),
    byte,
  ]);
  const bytes = new Map(letters);
  const text = `${HEADER}Проверяете ли вы доступ сотрудников?;\r\n`;
  return Buffer.from(Array.from(text, (letter) => bytes.get(letter) ?? 0));
}
const questionsIn = (file: Buffer) => {
  const found = findQuestions(readCsvSheet(file), {});
  if ("error" in found) throw new Error(found.error);
  return { columns: found.columns, questions: found.questions.map(({ row, text }) => [row, text]) };
};
const answered = (text: string, answers: [number, string][], column = 1): string =>
  writeCsvAnswers(Buffer.from(text), { column, answers: new Map(answers) }).toString("utf8");

describe("the questions of a CSV file are found", () => {
  const EXPECTED = {
    columns: { headerRow: 2, question: 1, answer: 2 },
    questions: [
      [3, "Do you encrypt, sign; and\ncheck backups?"],
      [5, 'What is "at rest"?'],
    ],
  };
  test.each(DELIMITERS)("with the delimiter %j, quoted line breaks and empty lines", (delimiter) => {
    const lines = [
      ["Security questionnaire"],
      ["ID", "Question", "Answer"],
      ["1", '"Do you encrypt, sign; and\ncheck backups?"', ""],
      [],
      ["2", '"What is ""at rest""?"', ""],
    ];
    const text = lines.map((cells) => cells.join(delimiter)).join("\r\n");
    expect(questionsIn(Buffer.from(MARK + text))).toEqual(EXPECTED);
  });

  test("although sentences contain other delimiters more often", () => {
    const text = "Frage;Antwort\nSchützen Sie Daten, Netze, Geräte und Räume?;\nWer, wann, wie oft?;\n";
    expect(delimiterOf(text)).toBe(";");
    expect(questionsIn(Buffer.from(text)).questions).toHaveLength(2);
  });

  test("with a first line that names the delimiter", () => {
    expect(delimiterOf("sep=|\r\nQuestion|Answer\r\nA, b?|\r\n")).toBe("|");
  });

  test("in the encodings in which programs save CSV", () => {
    const text = "Frage;Antwort\r\nPrüfen Sie Schlüssel?;\r\n";
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    for (const file of [Buffer.from(text), Buffer.from(MARK + text), western(text), utf16])
      expect(questionsIn(file).questions).toEqual([[2, "Prüfen Sie Schlüssel?"]]);
  });

  test.each<[string, string, string, Buffer]>([
    ["UTF-16 without a mark", "Prüfen Sie Schlüssel?", "utf-16le", inUtf16("Prüfen Sie Schlüssel?")],
    [
      "big-endian UTF-16 without a mark",
      "Prüfen Sie Schlüssel?",
      "utf-16be",
      inUtf16("Prüfen Sie Schlüssel?").swap16(),
    ],
    [
      "big-endian UTF-16 with a mark",
      "Prüfen Sie Schlüssel?",
      "utf-16be",
      Buffer.from(MARK + HEADER + "Prüfen Sie Schlüssel?;\r\n", "utf16le").swap16(),
    ],
    ["Windows-1251", "Проверяете ли вы доступ сотрудников?", "windows-1251", inBytes("windows-1251")],
    ["KOI8-R", "Проверяете ли вы доступ сотрудников?", "koi8-r", inBytes("koi8-r")],
    [
      "Shift_JIS",
      "アクセスを確認しますか",
      "shift_jis",
      withBytes("8341834e835a835882f08a6d944682b582dc82b782a9"),
    ],
    ["GB18030", "你们是否审查访问权限", "gb18030", withBytes("c4e3c3c7cac7b7f1c9f3b2e9b7c3cecac8a8cfde")],
  ])("in %s", (_name, question, encoding, file) => {
    expect(questionsIn(file).questions).toEqual([[2, question]]);
    const written = writeCsvAnswers(file, { column: 1, answers: new Map([[2, "OK"]]) });
    const kept = encoding === "shift_jis" || encoding === "gb18030" ? "utf-8" : encoding;
    expect(new TextDecoder(kept).decode(written)).toBe(`${HEADER}${question};OK\r\n`);
  });

  test("but not in an encoding that cannot be known", () => {
    // Korean in EUC-KR.
    const file = withBytes("c1a2b1d920b1c7c7d1c0bb20b0cbc5e4c7d5b4cfb1ee");
    expect(() => readCsvSheet(file)).toThrow("save it as CSV in UTF-8 and try again");
  });

  test("but not in a binary file of that name", () => {
    expect(() => readCsvSheet(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 1]))).toThrow(WorkbookError);
    expect(() => readCsvSheet(Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41]))).toThrow(WorkbookError);
  });
});

describe("answers are written into a CSV file", () => {
  test("without changing anything else", () => {
    const text = `Question;Answer;Note\r\n"A; ""b""?"; old ;x\nC?\n\nD?;;"y"`;
    expect(
      answered(text, [
        [2, "Yes; always"],
        [3, "No"],
        [5, 'Said "so"\ntwice'],
      ]),
    ).toBe(`Question;Answer;Note\r\n"A; ""b""?";"Yes; always";x\nC?;No\n\nD?;"Said ""so""\ntwice";"y"`);
    expect(answered("Question,Id,Answer\nA?", [[2, "Yes"]], 2)).toBe("Question,Id,Answer\nA?,,Yes");
  });

  test("never as a formula, while dashes within the text stay", () => {
    expect(
      answered("Question,Answer\nA?,\nB?,\n", [
        [2, "=1+1"],
        [3, "Yes:\n- daily"],
      ]),
    ).toBe(`Question,Answer\nA?,'=1+1\nB?,"Yes:\n- daily"\n`);
  });

  test("in the encoding of the file, or as UTF-8 if it lacks a character", () => {
    const file = western("Frage;Antwort\r\nPrüfen Sie?;\r\n");
    const answers = (text: string) => ({ column: 1, answers: new Map([[2, text]]) });
    expect(writeCsvAnswers(file, answers("Ja, für 5 €"))).toEqual(
      Buffer.concat([
        western("Frage;Antwort\r\nPrüfen Sie?;Ja, für 5 "),
        Buffer.from([0x80]),
        western("\r\n"),
      ]),
    );
    expect(writeCsvAnswers(file, answers("Łódź")).toString("utf8")).toBe(
      `${MARK}Frage;Antwort\r\nPrüfen Sie?;Łódź\r\n`,
    );
    const utf16 = Buffer.from(`${MARK}Question\tAnswer\nA?\t\n`, "utf16le");
    expect(writeCsvAnswers(utf16, answers("Łódź")).toString("utf16le")).toBe(
      `${MARK}Question\tAnswer\nA?\tŁódź\n`,
    );
  });

  test("so that they are read back, whatever they contain", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom(...DELIMITERS), (answer, delimiter) => {
        fc.pre(!/\0/.test(answer) && answer.isWellFormed());
        const header = ["Question", "Note", "Answer"].join(delimiter);
        const text = `${header}\nA?${delimiter}n${delimiter}\nB?${delimiter}n${delimiter}\n`;
        const written = answered(text, [[2, answer]], 2);
        expect(delimiterOf(text)).toBe(delimiter);
        const [, record, last] = scanCsv(written, delimiter);
        expect([answer, `'${answer}`]).toContain(record![2]!.text);
        expect(last!.map((field) => field.text)).toEqual(["B?", "n", ""]);
      }),
    );
  });

  test("of any shape are scanned without losing a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", "a", " ") }), (text) => {
        const records = scanCsv(text, ",");
        let at = 0;
        for (const field of records.flat()) {
          expect(field.start).toBeGreaterThanOrEqual(at);
          expect(text.slice(at, field.start)).toMatch(/^(?:,|\r\n|\r|\n)?$/);
          at = field.end;
        }
        expect(text.slice(at)).toMatch(/^(?:\r\n|\r|\n)?$/);
      }),
    );
  });
});
