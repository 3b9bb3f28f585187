import { expect, test } from "@jest/globals";
import { z } from "zod";
import { fieldErrors } from "../../platform/web/field-errors.ts";

const Schema = z.strictObject({
  name: z.string().min(1),
  kind: z.enum(["a", "b"]),
  at: z.union([z.iso.date(), z.iso.datetime()], { error: "must be a day" }),
  count: z.coerce.number().int(),
  rows: z.array(z.object({ id: z.string() })).min(1),
  many: z.record(z.string(), z.number()),
});
const whole = { name: "x", kind: "a", at: "2026-01-01", count: "1", rows: [{ id: "1" }], many: {} };

const answered = (sent: object): [string, string][] =>
  fieldErrors("body", Schema.safeParse(sent).error!, sent).map(({ field, error }) => [field, error]);

test("a missing value is required, whatever its type", () => {
  expect(answered({})).toEqual(Object.keys(whole).map((field) => [field, "is required"]));
  expect(answered({ ...whole, rows: [{ id: "1" }, {}] })).toEqual([["rows.1.id", "is required"]]);
});

test("an existing value is reported with its problem", () => {
  const wrong = { name: null, kind: "c", at: "soon", count: "x", rows: [], many: { a: "1" }, more: 1 };
  const errors = new Map(answered(wrong));
  expect([...errors.keys()]).toEqual(["name", "kind", "at", "count", "rows", "many.a", "more"]);
  expect([...errors.values()]).not.toContain("is required");
  expect([errors.get("at"), errors.get("more")]).toEqual(["must be a day", "unknown field"]);
  expect(fieldErrors("body", Schema.safeParse(undefined).error!, undefined)[0]!.field).toBe("body");
});
