import { describe, expect, test } from "@jest/globals";
import { de } from "../../domain/texts/de.ts";
import { en, type Texts } from "../../domain/texts/en.ts";

type Catalogue = Readonly<Record<string, unknown>>;

/** Every text by its path; functions as their number of parameters, because those are the values that a text gets. */
function textsOf(catalogue: Catalogue, path = ""): [path: string, kind: string][] {
  return Object.entries(catalogue).flatMap(([key, value]): [string, string][] => {
    const at = `${path}${key}`;
    if (typeof value === "object" && value !== null) return textsOf(value as Catalogue, `${at}.`);
    return [[at, typeof value === "function" ? `function of ${value.length}` : typeof value]];
  });
}

/** Errors bring their own sentences in English, so only German has them here. */
const shared = ({ language: _language, explanations: _explanations, rules: _rules, ...texts }: Texts) =>
  texts as Catalogue;
const plain = (catalogue: Catalogue): [string, string][] =>
  Object.entries(catalogue).flatMap(([key, value]): [string, string][] =>
    typeof value === "string"
      ? [[key, value]]
      : typeof value === "object" && value !== null
        ? plain(value as Catalogue).map(([path, text]) => [`${key}.${path}`, text])
        : [],
  );

const byPath = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1);

describe("the texts of pages, mails, reports and chat messages", () => {
  test("are all there in both languages, with the same values", () => {
    const english = textsOf(shared(en));
    expect(english.length).toBeGreaterThan(300);
    expect(textsOf(shared(de)).toSorted(byPath)).toEqual(english.toSorted(byPath));
  });

  test("are never empty", () => {
    for (const catalogue of [en, de])
      expect(plain(shared(catalogue)).filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("address people in German as Sie", () => {
    const familiar = /\b(?:du|dich|dir|dein\w*|euch|euer|eure\w*)\b/iu;
    expect(plain(shared(de)).filter(([, text]) => familiar.test(text))).toEqual([]);
  });
});
