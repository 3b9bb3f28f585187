import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { SEVERITIES } from "../../domain/findings/finding.rules.ts";
import {
  refusalOfProtected,
  type ProtectedValues,
  type RequestedValues,
} from "../../domain/findings/protected-fields.rules.ts";

const day = (n: number): Date => new Date(Date.UTC(2026, 2, n));
const stored: ProtectedValues = {
  title: "Root key in use",
  description: "Seen twice",
  severity: "High",
  control_id: "c-1",
  due_date: day(10),
  due_given: true,
};
const bySeverity = { ...stored, due_given: false };
const never = { ...bySeverity, due_date: null };

test.each<[string, ProtectedValues, RequestedValues, string | null]>([
  ["nothing", stored, {}, null],
  ["the same", stored, { ...stored, due_date: day(10) }, null],
  ["a higher severity", stored, { severity: "Critical" }, null],
  ["a lower severity", stored, { severity: "Medium" }, "severity"],
  ["an earlier end", stored, { due_date: day(9) }, null],
  ["a later end", stored, { due_date: day(11) }, "due_date"],
  ["no end in place of a given one", stored, { due_date: null }, "due_date"],
  ["a later end than the severity gives", bySeverity, { due_date: day(11) }, "due_date"],
  ["the end that the severity gives", bySeverity, { due_date: null }, null],
  ["an end where there was none", never, { due_date: day(99) }, null],
  ["another control", stored, { control_id: "c-2" }, "control_id"],
  ["no control", stored, { control_id: null }, "control_id"],
  ["a control where there was none", { ...stored, control_id: null }, { control_id: "c-1" }, "control_id"],
  ["another title", stored, { title: "Nothing" }, "title"],
  ["another description", stored, { description: "" }, "description"],
  ["two of them", stored, { title: "Nothing", severity: "Info" }, "severity"],
])("a finding of someone else: %s", (_what, before, to, field) =>
  expect(refusalOfProtected(before, to)?.field ?? null).toBe(field),
);

test("the refusal explains what to do instead", () =>
  expect(refusalOfProtected(stored, { due_date: null })).toEqual({
    field: "due_date",
    error:
      "You did not raise this finding, so you may not postpone or remove its due_date: comment on it or ask an auditor",
    reason: "not_yours.due_date",
  }));

test("one direction between two severities is protected, and never both", () => {
  const severities = fc.constantFrom(...SEVERITIES);
  const isHeld = (from: ProtectedValues["severity"], to: ProtectedValues["severity"]): boolean =>
    refusalOfProtected({ ...stored, severity: from }, { severity: to }) !== null;
  fc.assert(
    fc.property(severities, severities, (a, b) => expect(isHeld(a, b) || isHeld(b, a)).toBe(a !== b)),
  );
  fc.assert(fc.property(severities, severities, (a, b) => expect(isHeld(a, b) && isHeld(b, a)).toBe(false)));
});
