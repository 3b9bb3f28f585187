import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { namesPerson, surnamesIn } from "../../domain/answers/names-person.rules.ts";

test.each([
  ["Access is approved by Ann Example.", true],
  ["Owner: Ann Example; Version: 3", true],
  ["The plan was written by A. Example.", true],
  ["Write to Dr. Example.", true],
  ["Ask maria first.", true],
  ["Ask Ann Example.", true],
  ["Ann Example is responsible for access.", true],
  ["Nothing is sent before Brandt's review of it.", true],
  ["Access is approved by Mary O'Neill.", true],
  ["Access is approved by Mary O’Neill.", true],
  ["Owner: Ronald McExample; Version: 3", true],
  ["Mary O'Neill is responsible for access.", true],
  ["The plan was written by R. O'Neill.", true],
  ["Access is approved by Ludwig van der Example.", true],
  ["Owner: Ana de Example; Version: 3", true],
  ["The brandt is a fire.", false],
  ["Builds are run by GitHub Actions.", false],
  ["The DR plan is tested every 12 months.", false],
  ["Requests take 200 ms on average.", false],
  ["Data is stored in MS SQL databases.", false],
  ["The plan is approved by prof. Example.", true],
  ["THE PLAN IS APPROVED BY DR. EXAMPLE.", true],
  ["Penetration Testing is done yearly, and the Change Board decides.", false],
  ["Access is approved by the Chief Information Security Officer.", false],
  ["Incidents go to the Service Desk, Human Resources and the Change Advisory Board.", false],
  ["Data at rest is encrypted with AES-256, and the auditor applies the same.", false],
])("%j names a person: %s", (sentence, expected) => {
  expect(namesPerson(sentence, ["Maria", "Li", "Auditor", "Jana Brandt", "Ada Data"])).toBe(expected);
});

test.each<[string, string, boolean]>([
  // Case.
  ["Approved: LOVELACE, on the first of May.", "Ada Lovelace", true],
  ["The ada lovelace account is shared.", "Ada Lovelace", true],
  ["Write to ada.lovelace@example.com.", "Ada Lovelace", true],
  ["LOVELACE'S approval is kept.", "Ada Lovelace", true],
  ["Lovelace’s approval is kept.", "Ada Lovelace", true],
  ["The lovelace lace is white.", "Ada Lovelace", false],
  // Accents, composed, decomposed or omitted.
  ["Then García decides.", "José García", true],
  ["Then Garci\u0301a decides.", "José García", true],
  ["Then Garcia decides.", "José García", true],
  ["Then GARCÍA decides.", "Jose\u0301 Garci\u0301a", true],
  ["Changes are made by josé garcía only.", "Jose Garcia", true],
  ["It goes to R. Mun\u0303oz at once.", "x", true],
  // Scripts without capital letters or spaces.
  ["担当は山田太郎です。", "山田 太郎", true],
  ["담당자는 김민준입니다.", "김민준", true],
  ["担当は山本です。", "山田 太郎", false],
  // Order and separators.
  ["Owner: Lovelace, Ada", "Ada Lovelace", true],
  ["Owner: Ada-Lovelace", "Ada Lovelace", true],
  ["The adalovelace host is down.", "Ada Lovelace", false],
  // Accounts without a name.
  ["Everything is encrypted.", "", false],
  ["Everything is encrypted.", " - ", false],
  ["The administrator decides.", "Demo Administrator", false],
])("%j names %j: %s", (sentence, name, expected) => {
  expect(namesPerson(sentence, [name])).toBe(expected);
});

test("a person is found in any sentence that contains the name, however it is written", () => {
  const names = fc.constantFrom(
    "Ada Lovelace",
    "José García Márquez",
    "山田 太郎",
    "Ōta Benga",
    "Łukasz Żak",
  );
  const forms = fc.constantFrom<((name: string) => string)[]>(
    (name) => name,
    (name) => name.toUpperCase(),
    (name) => name.normalize("NFD"),
    (name) => name.normalize("NFD").replace(/\p{M}/gu, ""),
    (name) => name.replace(" ", "\u00a0"),
    (name) => name.replace(" ", "  "),
  );
  const before = fc.constantFrom("", "It is ", "Owner: ", "(", "“", "\n", "2026 ", "a_", "@");
  const after = fc.constantFrom("", " approves", ", ", ". ", ")", "”", "\n", "'s", "’s", " 2026", "_b", "@");
  fc.assert(
    fc.property(names, forms, before, after, (name, form, lead, rest) => {
      const sentence = `${lead}${form(name)}${rest}`;
      expect([sentence, namesPerson(sentence, [name])]).toEqual([sentence, true]);
    }),
  );
});

test("surnames are those that follow an initial", () => {
  expect(
    surnamesIn(["R. Osei and J. R. McNeill met O. O’Hara", "Annex A. In this", "K. Ng, s. small, Ada Byron"]),
  ).toEqual(["Osei", "McNeill", "O’Hara"]);
});
