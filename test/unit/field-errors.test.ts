import { expect, test } from "@jest/globals";
import { z } from "zod";
import { fieldErrors } from "../../platform/field-errors.ts";

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

test("a number far beyond its limit has one problem, which names that limit", () => {
  const Paged = z.strictObject({ page: z.coerce.number().int().min(1).max(1_000_000) });
  const errorsOf = (page: string) =>
    fieldErrors("query", Paged.safeParse({ page }).error!, { page }).map(({ error }) => error);
  expect(errorsOf("100000000000000000000")).toEqual(["must be at most 1000000"]);
  expect(errorsOf("-100000000000000000000")).toEqual(["must be at least 1"]);
});

test("a problem has a code and its values, for other languages", () => {
  const Sized = z.strictObject({
    name: z.string().min(3).max(5),
    note: z.string().min(1),
    email: z.email(),
    url: z.url({ error: "must be an address" }),
    kind: z.enum(["a", "b"]),
    rate: z.int().max(10),
    rows: z.array(z.string()).max(1),
    range: z.string().refine(() => false, { error: "is no range", params: { reason: "not_ip_range" } }),
    code: z.string().regex(/^a$/, "must be a"),
  });
  const sent = {
    name: "ab",
    note: "",
    email: "x",
    url: "x",
    kind: "c",
    rate: 11,
    rows: ["1", "2"],
    range: "x",
    code: "b",
  };
  const found = fieldErrors("body", Sized.safeParse(sent).error!, sent);
  expect(found.map(({ field, reason, values }) => [field, reason, values])).toEqual([
    ["name", "too_short", { minimum: 3 }],
    ["note", "required", undefined],
    ["email", "not_email", undefined],
    ["url", "not_address", undefined],
    ["kind", "not_offered", undefined],
    ["rate", "too_high", { maximum: 10 }],
    ["rows", "too_many", { maximum: 1 }],
    ["range", "not_ip_range", undefined],
    ["code", undefined, undefined],
  ]);
});

test.each([
  ["unknown fields", Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, 1]))],
  ["wrong values", { ...whole, rows: Array.from({ length: 10_000 }, () => ({})) }],
])("of thousands of %s, only the first hundred are named", (_what, sent) => {
  expect(fieldErrors("body", Schema.safeParse(sent).error!, sent)).toHaveLength(100);
});

test("a text that stands for several values is one field for its sender", () => {
  const List = z.strictObject({
    kind: z
      .string()
      .transform((text) => text.split(","))
      .pipe(z.array(z.enum(["a", "b"]))),
  });
  const sent = { kind: "a,c" };
  expect(fieldErrors("query", List.safeParse(sent).error!, sent).map(({ field }) => field)).toEqual(["kind"]);
});
