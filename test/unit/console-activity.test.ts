import { expect, test } from "@jest/globals";
import { EVENT_KINDS, eventCatalogue } from "../../domain/events/event-catalogue.ts";
import { groupRepeats } from "../../web/src/features/projects/group-repeats.ts";
import { subjectOf } from "../../web/src/features/projects/subject-of.ts";
import { activity as german } from "../../web/src/i18n/de/activity.ts";
import { activity as english } from "../../web/src/i18n/en/activity.ts";

/** The events visible in a project; the others belong to the organisation. */
const OF_PROJECTS =
  /^(agent|ai_job|control|conversation|evidence|finding|milestone|policy|project|questionnaire|report|risk|score)\./;
const kinds = EVENT_KINDS.filter((kind) => OF_PROJECTS.test(kind));
const sentenceOf = (kind: string, language: typeof english): string | undefined =>
  (language.activity as Record<string, string>)[kind.replace(".", "_")];

test.each([
  ["English", english],
  ["German", german],
])("the activity of a project has a sentence for every kind of event in %s", (_, language) => {
  expect(kinds.length).toBeGreaterThan(50);
  expect(kinds.filter((kind) => sentenceOf(kind, language) === undefined)).toEqual([]);
});

test("a sentence that names its subject finds the name in the event", () => {
  const nameless = kinds.filter((kind) => {
    if (!sentenceOf(kind, english)!.includes("{{what}}")) return false;
    // The database stores the parts in its own order.
    const parts = Object.entries(eventCatalogue[kind].example as object);
    return [parts, parts.toReversed()].some((some) => subjectOf({ data: Object.fromEntries(some) }) === "");
  });
  expect(nameless).toEqual([]);
});

test("events in a row that read the same are one row with their number, and others keep their order", () => {
  const decided = (actor: string, file: string, id: string) => ({
    event: "questionnaire.item_decided",
    actor_id: actor,
    data: { questionnaire: { file_name: file }, item: { id } },
  });
  const groups = groupRepeats([
    decided("ada", "one.xlsx", "1"),
    decided("ada", "one.xlsx", "2"),
    decided("ada", "two.xlsx", "3"),
    decided("bob", "two.xlsx", "4"),
    { ...decided("bob", "two.xlsx", "5"), event: "questionnaire.answered" },
    decided("ada", "one.xlsx", "6"),
  ]);
  expect(groups.map(({ event, count }) => [event.data.item.id, count])).toEqual([
    ["1", 2],
    ["3", 1],
    ["4", 1],
    ["5", 1],
    ["6", 1],
  ]);
});
