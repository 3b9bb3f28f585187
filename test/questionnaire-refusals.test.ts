import { describe, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { makeXlsx } from "../dev/sample-files/make-workbook.ts";
import { newProjectOf, signInPeople } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { formWith } from "../testkit/form-with.ts";

const product = await startProductForFile();
const people = await signInPeople(product);
const projectId = await newProjectOf(people);

const workbook = (rows: string[][] = [["Question", "Answer"], ["Is customer data encrypted at rest?"]]) =>
  makeXlsx([{ name: "Security", rows }]);

function send(fields: Record<string, string>, bytes: Buffer, name: string): Promise<Response> {
  const form = formWith({ project_id: projectId, ...fields }, { name, bytes });
  return people.customer.fetch("/api/v1/questionnaires", { method: "POST", body: form });
}

describe("a file that is refused", () => {
  test("explains what to do if it is an old workbook", async () => {
    const response = await send({}, Buffer.from("Question,Answer\nIs it safe?,\n"), "q.xls");
    const { error } = (await response.json()) as { error: { details: object } };
    const details = { field: "file", error: expect.stringMatching(/save it as \.xlsx$/) };
    expect([response.status, error.details]).toMatchObject([400, details]);
  });

  test.each([
    ["is not a workbook", {}, Buffer.from("hello"), "q.xlsx", "file"],
    ["is a PDF", {}, null, "q.pdf", "file"],
    ["is a binary file named .csv", {}, Buffer.from([80, 75, 3, 4, 0, 0]), "q.csv", "file"],
    ["names no columns as CSV", {}, Buffer.from("A;B\nIst es sicher?;\n"), "q.csv", "question_column"],
    [
      "names no columns",
      {},
      makeXlsx([{ name: "S", rows: [["Kysymys", "Vastaus"], ["Onko se turvallinen?"]] }]),
      "q.xlsx",
      "question_column",
    ],
    ["lacks the named sheet", { sheet: "Other" }, workbook(), "q.xlsx", "sheet"],
    ["names an invalid column", { answer_column: "7" }, workbook(), "q.xlsx", "answer_column"],
    [
      "has answers where questions are",
      { question_column: "B", answer_column: "B" },
      workbook(),
      "q.xlsx",
      "answer_column",
    ],
    [
      "asks too many questions",
      {},
      workbook([["Question", "Answer"], ...Array.from({ length: 2_001 }, (_, n) => [`Is rule ${n} kept?`])]),
      "q.xlsx",
      "file",
    ],
  ])("%s", async (_why, more, bytes, name, field) => {
    const response = await send(more, bytes ?? (await makePdf({ pages: [["A page"]] })), name);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { details: { field } } });
  });
});
