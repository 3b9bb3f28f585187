import { expect, test } from "@jest/globals";
import { EVENT_KINDS } from "../../domain/events/event-catalogue.ts";
import { subjectKindOf } from "../../domain/events/events-in-use.ts";
import "../../domain/features.ts";
import { de } from "../../web/src/i18n/de.ts";
import { en } from "../../web/src/i18n/en.ts";

/** What entries that are no events are about: failed sign-ins, exported lists, and refused requests without a resource. */
const OF_NO_EVENT = ["session", "list", "route"];

test.each([
  ["English", en],
  ["German", de],
] as const)("the audit log names in %s what each entry is about", (_language, { auditKind }) => {
  const kinds = new Set([...EVENT_KINDS.map(subjectKindOf), ...OF_NO_EVENT]);
  expect([...kinds].filter((kind) => !Object.hasOwn(auditKind, kind))).toEqual([]);
});
