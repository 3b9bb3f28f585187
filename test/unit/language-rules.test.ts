import { expect, test } from "@jest/globals";
import { languageOf } from "../../domain/texts/language.rules.ts";
import { explain } from "../../domain/texts/explain.ts";
import { textsFor, textsIn } from "../../domain/texts/texts-in.ts";

test.each([
  ["de", "de"],
  ["de-AT", "de"],
  ["DE", "de"],
  ["en-GB", "en"],
  ["fr", null],
  ["deu", null],
  [undefined, null],
])("the tag %s means the texts in %s", (tag, language) => expect(languageOf(tag)).toBe(language));

test("a person who chose no language that we have gets English", () => {
  expect([textsFor({}), textsFor({ language: "fr" })].map(({ language }) => language)).toEqual(["en", "en"]);
});

const short = { english: "must have at least 12 characters", reason: "too_short", values: { minimum: 12 } };
const complete = ({ newPassword }: ReturnType<typeof textsIn>["pages"], why: string) =>
  newPassword.refused(why);

test("an error is explained in the language of the page, or marked as English as a whole", () => {
  const english = "The new password must have at least 12 characters";
  expect(explain(textsIn("en"), short, complete)).toEqual({ text: english });
  expect(explain(textsIn("de"), short, complete)).toEqual({
    text: "Das neue Passwort muss mindestens 12 Zeichen haben",
  });
  expect(explain(textsIn("de"), { ...short, field: "token" })).toEqual({
    text: "token: muss mindestens 12 Zeichen haben",
  });
  const unknown = { ...short, reason: "a_new_reason" };
  expect(explain(textsIn("de"), unknown, complete)).toEqual({ text: english, lang: "en" });
});
