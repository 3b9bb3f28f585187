import { expect, test } from "@jest/globals";
import { languageOfQuestion } from "../../domain/answers/question-language.rules.ts";
import type { Language } from "../../domain/texts/language.rules.ts";

test.each<[Language, string]>([
  ["de", "Wie oft werden Zugriffsrechte überprüft?"],
  ["de", "Was ist die Aufbewahrungsfrist?"],
  ["de", "Wer genehmigt Changes?"],
  ["de", "Gibt es eine Incident Response Policy?"],
  ["de", "Schlüssellänge?"],
  ["en", "How often are access rights reviewed?"],
  ["en", "Who was in the war room?"],
  ["en", "Is Müller the owner of the policy?"],
  ["en", "Access reviews"],
  ["en", ""],
])("%s: %s", (language, question) => expect(languageOfQuestion(question)).toBe(language));
