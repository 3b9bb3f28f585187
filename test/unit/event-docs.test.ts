import { z } from "zod";
import { expect, test } from "@jest/globals";
import { readFileSync } from "node:fs";
import { describeEvents } from "../../dev/docs/describe-events.ts";
import { EVENT_KINDS, eventCatalogue } from "../../domain/events/event-catalogue.ts";

test("docs/events.md is what `npm run docs:events` writes", () => {
  expect(readFileSync("docs/events.md", "utf8")).toBe(describeEvents());
});

test.each(EVENT_KINDS)("the example of %s matches its schema", (kind) => {
  const { data, example } = eventCatalogue[kind];
  expect(z.parse(data, example)).toEqual(example);
});
