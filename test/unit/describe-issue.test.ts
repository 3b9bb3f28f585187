import { expect, test } from "@jest/globals";
import { z } from "zod";
import { describeIssue } from "../../platform/describe-issue.ts";
import { fieldErrors } from "../../platform/field-errors.ts";

const sentence = (schema: z.core.$ZodType, sent: unknown): string =>
  z.safeParse(schema, sent, { error: describeIssue }).error!.issues[0]!.message;

const KINDS = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("a") }),
  z.object({ kind: z.enum(["b", "c"]) }),
]);

test("a rule is a sentence without its subject", () => {
  const cases: [z.core.$ZodType, unknown, string][] = [
    [z.string(), undefined, "is required"],
    [z.string(), 5, "must be text"],
    [z.coerce.number(), "x", "must be a number"],
    [z.int(), 1.5, "must be a whole number"],
    [z.boolean(), "yes", "must be true or false"],
    [z.array(z.string()), {}, "must be a list"],
    [z.object({}), [], "must be an object"],
    [z.record(z.string(), z.string()), [], "must be an object"],
    [z.date(), "x", "must have another type"],
    [z.string().min(1), "", "is required"],
    [z.string().min(3), "a", "must have at least 3 characters"],
    [z.string().max(1), "ab", "must have at most 1 character"],
    [z.string().length(4), "ab", "must have exactly 4 characters"],
    [z.array(z.string()).min(1), [], "must have at least 1 entry"],
    [z.array(z.string()).max(2), ["a", "b", "c"], "must have at most 2 entries"],
    [z.number().min(1), 0, "must be at least 1"],
    [z.number().max(100), 101, "must be at most 100"],
    [z.number().gt(0), 0, "must be more than 0"],
    [z.number().lt(5), 5, "must be less than 5"],
    [z.number().multipleOf(5), 3, "must be a multiple of 5"],
    [z.enum(["asc", "desc"]), "up", "must be asc or desc"],
    [z.enum(["a", "b", "c"]), "d", "must be a, b or c"],
    [z.literal(true), false, "must be true"],
    [z.email(), "x", "must be an e-mail address"],
    [z.url(), "x", "must be an address such as https://example.com"],
    [z.uuid(), "x", "must be a UUID"],
    [z.iso.date(), "soon", "must be a day such as 2026-01-31"],
    [z.iso.datetime(), "2026-01-31", "must be a time such as 2026-01-31T09:00:00Z"],
    [z.string().startsWith("cmk_"), "x", 'must begin with "cmk_"'],
    [z.string().regex(/^a$/), "b", "does not have the expected form"],
    [z.union([z.string(), z.number()]), true, "does not have the expected form"],
    [KINDS, { kind: "d" }, "must be a, b or c"],
    [z.strictObject({}), { more: 1, others: 2 }, "unknown field: more, others"],
    [z.string().refine(() => false), "x", "is not allowed"],
  ];
  expect(cases.map(([schema, sent]) => sentence(schema, sent))).toEqual(
    cases.map(([, , expected]) => expected),
  );
});

test("a discriminated union reports which kinds it knows", () => {
  const problemOf = (sent: object) => fieldErrors("body", KINDS.safeParse(sent).error!, sent);
  expect(problemOf({ kind: "d" })).toEqual([
    { field: "kind", error: "must be a, b or c", reason: "not_offered" },
  ]);
  expect(problemOf({})).toEqual([{ field: "kind", error: "is required", reason: "required" }]);
});

test("input is described with these sentences, and with a schema's own where it has one", () => {
  const Body = z.strictObject({ limit: z.int().max(100), note: z.string().max(3, "must fit on a label") });
  const sent = { limit: 101, note: "long" };
  expect(fieldErrors("body", Body.safeParse(sent).error!, sent).map(({ error }) => error)).toEqual([
    "must be at most 100",
    "must fit on a label",
  ]);
});
