import { expect, test } from "@jest/globals";
import { featuresOf, wordsOfSimilar } from "../../domain/questionnaires/similar-questions.rules.ts";

/** Compares like the database. */
function isLike(one: string, other: string): boolean {
  const [a, b] = [featuresOf(one), featuresOf(other)];
  const { fewest, most } = wordsOfSimilar(a);
  const isWithin = (inner: string[], outer: string[]): boolean => inner.every((word) => outer.includes(word));
  const hasFew = b.words.length >= fewest && b.words.length <= most;
  return a.asks === b.asks && hasFew && (isWithin(a.words, b.words) || isWithin(b.words, a.words));
}

test.each([
  ["Is customer data encrypted at rest?", "Do you encrypt customer data at rest?", true],
  ["Is customer data encrypted at rest?", "Please confirm: is all customer data encrypted at rest?", true],
  ["Do you encrypt data at rest?", "Is customer data encrypted at rest?", true],
  ["Is customer data encrypted at rest?", "Is customer data encrypted in transit?", false],
  ["Are backups tested?", "Who tests backups?", false],
  ["Are backups tested?", "How often are backups tested?", false],
  ["Are backups encrypted?", "Are backups not encrypted?", false],
  ["Do you support TLS 1.2?", "Do you support TLS 1.3?", false],
  ["Is remote access to the network logged?", "Is remote access to the network encrypted?", false],
  ["What do you have?", "What do you do?", false],
])("%j matches %j: %s", (one, other, expected) => {
  expect([isLike(one, other), isLike(other, one)]).toEqual([expected, expected]);
});
