import { expect, test } from "@jest/globals";
import { omitNames } from "../../domain/assistant/omit-names.rules.ts";
import { en } from "../../domain/texts/en.ts";

test.each([
  ["Rights are reviewed. [1]", "Rights are reviewed. [1]", ["one", "two"]],
  [
    "The evidence says:\nRights are reviewed. [1]\nAsk A. Sample. [2]",
    "The evidence says:\nRights are reviewed. [1]",
    ["one"],
  ],
  [
    "The evidence says:\nAsk A. Sample. [1]\nRights are reviewed. [2]",
    "The evidence says:\nRights are reviewed. [1]",
    ["two"],
  ],
  ["The evidence says:\nSample reviews rights. [1]\nAsk A. Sample. [2]", en.assistant.notFound, []],
])("%j is reduced to %j", (message, expected, cited) => {
  const of = { evidenceId: "e", chunkId: "c", page: 1, title: "T", fileName: "t.pdf" };
  const cite = (quote: string) => ({ ...of, quote });
  const left = omitNames({ message, citations: [cite("one"), cite("two")] }, [], en.assistant.notFound);
  expect([left.message, left.citations.map(({ quote }) => quote)]).toEqual([expected, cited]);
});
