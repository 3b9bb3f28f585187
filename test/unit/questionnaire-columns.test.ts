import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { columnIndex, detectColumns, questionsOf } from "../../domain/questionnaires/detect-columns.rules.ts";
import { columnName } from "../../platform/documents/workbook/cell-text.ts";

const row = (number: number, ...texts: (string | null)[]) => ({
  number,
  cells: texts.flatMap((text, column) => (text === null ? [] : [{ column, text, hasFormula: false }])),
});

describe("columns", () => {
  const detect = (headers: string[], request = {}) =>
    detectColumns({ name: "S", rows: [row(1, "Title"), row(2, ...headers)] }, request);

  test.each([
    [["#", "Question", "Answer"], { question: 1, answer: 2 }],
    [["ID", "Control", "Requirement", "Response", "Comments"], { question: 2, answer: 3 }],
    [["Control description", "Comments"], { question: 0, answer: 1 }],
    [["Answer to the question", "Question"], { question: 1, answer: 0 }],
    [["Question ID", "Question", "Answer"], { question: 1, answer: 2 }],
    [["Question no.", "Security questions", "Answer"], { question: 1, answer: 2 }],
    [["Question #", "Question", "Answer type", "Answer"], { question: 1, answer: 3 }],
    [
      ["Question ID", "Control domain", "Control ID", "Control specification", "Vendor response"],
      { question: 3, answer: 4 },
    ],
    [["Requirement", "Response options", "Response (Yes/No)"], { question: 0, answer: 2 }],
    [["Requirement", "Answer: yes or no"], { question: 0, answer: 1 }],
    [["QUESTIONS", "ANSWERS"], { question: 0, answer: 1 }],
    [["Question ID", "Answer"], { question: 0, answer: 1 }],
    [["Question", "Answer type"], { question: 0, answer: 1 }],
    [["Question and answer", "Comments"], null],
    [["Unquestionable", "Answer"], null],
    [[`Question ${"x".repeat(80)}`, "Answer"], null],
    [["Question", "Date"], null],
    [["Nr.", "Frage", "Antwort"], { question: 1, answer: 2 }],
    [["Frage-Nr.", "Fragestellung", "Lieferantenantwort", "Bemerkungen"], { question: 1, answer: 2 }],
    [["Frage ID", "Sicherheitsfragen", "Antwort Typ", "Ihre Antwort"], { question: 1, answer: 3 }],
    [["Anforderung", "Erläuterung"], { question: 0, answer: 1 }],
    [["Verantwortung", "Frage"], null],
    [["N° de question", "Question", "Type de réponse", "Réponse"], { question: 1, answer: 3 }],
    [["Exigence", "Commentaires"], { question: 0, answer: 1 }],
    [["ID de la pregunta", "Pregunta", "Respuesta"], { question: 1, answer: 2 }],
    [["Domanda", "Risposta"], { question: 0, answer: 1 }],
    [["Pergunta", "Resposta", "Comentários"], { question: 0, answer: 1 }],
    [["Vraag", "Antwoord"], { question: 0, answer: 1 }],
    [["Pytanie", "Odpowiedź"], { question: 0, answer: 1 }],
  ])("%j", (headers, expected) => {
    expect(detect(headers)).toEqual(expected === null ? null : { headerRow: 2, ...expected });
  });

  test("can be chosen by the caller", () => {
    expect(detect(["Kysymys", "Vastaus"], { question: 0, answer: 1 })).toEqual({
      headerRow: 0,
      question: 0,
      answer: 1,
    });
    expect(detect(["Kysymys", "Answer"], { question: 0 })).toEqual({ headerRow: 2, question: 0, answer: 1 });
  });

  test.each([
    ["A", 0],
    ["Z", 25],
    ["AA", 26],
    ["BC", 54],
  ])("%s is %d", (letters, index) => {
    expect([columnIndex(letters), columnName(index)]).toEqual([index, letters]);
  });

  test("are read back from every name", () => {
    fc.assert(
      fc.property(fc.nat(16_383), (column) => {
        expect(columnIndex(columnName(column))).toBe(column);
        expect(columnIndex(columnName(column).toLowerCase())).toBe(column);
      }),
    );
  });

  test("are those of the first row that names both, within 40 rows", () => {
    const header = ["Question", "Answer"];
    const at = (...rows: ReturnType<typeof row>[]) => detectColumns({ name: "S", rows }, {})?.headerRow;
    expect(at(row(1, "Question"), row(2, ...header), row(3, ...header))).toBe(2);
    expect(at(row(40, ...header))).toBe(40);
    expect(at(row(41, ...header))).toBeUndefined();
    expect(at()).toBeUndefined();
  });

  test("of the caller may not be the same", () => {
    expect(detect(["Question", "Answer"], { question: 1 })).toBeNull();
    expect(detect(["Question", "Answer"], { question: 1, answer: 0 })).toMatchObject({
      question: 1,
      answer: 0,
    });
  });

  test("a long question ends between two characters", () => {
    const columns = { headerRow: 0, question: 0, answer: 1 };
    const read = (text: string) => questionsOf({ name: "S", rows: [row(1, text)] }, columns)[0]!.text;
    expect(read(`why${"\u{1F512}".repeat(3_000)}`)).toBe(`why${"\u{1F512}".repeat(1_998)}`);
    expect(read(`why\ud83d ${"x".repeat(5_000)}`)).toBe(`why\ufffd ${"x".repeat(3_995)}`);
  });

  test("questions are rows with words, below the header, without a formula as answer", () => {
    const computed = { number: 6, cells: [...row(6, "Total questions").cells] };
    computed.cells.push({ column: 1, text: "4", hasFormula: true });
    const rows = [
      row(1, "Question", "Answer"),
      row(2, "Is it safe?"),
      row(2, "Is this the second row, too?"),
      row(2_000_000, "Is this a row?"),
      row(4, "17"),
      row(5, null, "x"),
      computed,
    ];
    const columns = { headerRow: 1, question: 0, answer: 1 };
    expect(questionsOf({ name: "S", rows }, columns)).toEqual([{ row: 2, text: "Is it safe?" }]);
  });
});
