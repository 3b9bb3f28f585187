import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { fieldErrors } from "../../platform/field-errors.ts";
import { readSarif, type SarifRow } from "../../domain/findings/read-sarif.ts";
import { SarifLog } from "../../domain/findings/sarif.ts";
import { beginningOf } from "../../platform/beginning-of.ts";
import { cpuMs } from "../support/cpu-ms.ts";
import { at, logOf, result } from "../support/sarif.ts";

type Row = { source_id: string; title: string; severity: string } & Record<string, unknown>;

const read = (log: unknown): SarifRow[] =>
  readSarif(SarifLog.parse(log), (error, sent) => fieldErrors("", error, sent)[0]!);
const rowsOf = (results: readonly unknown[]): Row[] =>
  read(logOf(results)).map((one) => {
    if (!("row" in one)) throw new Error(`${one.refused.field}: ${one.refused.error}`);
    return one.row as Row;
  });
const idsOf = (results: readonly unknown[]): string[] => rowsOf(results).map(({ source_id: id }) => id);

describe("a result of a SARIF log", () => {
  test("has title, location, severity and rule", () => {
    const [row] = rowsOf([result({ ruleId: "js/sql-injection", locations: [at("src/db.ts", 12)] })]);
    expect(row).toEqual({
      source_id: expect.stringMatching(/^js\/sql-injection:[0-9a-f]{32}$/),
      title: "SQL built from input in src/db.ts",
      description: "MD5 is used",
      severity: "Critical",
      category: "security",
      integration_data: { tool: "CodeQL 2.0", rule: "js/sql-injection", file: "src/db.ts", line: 12 },
    });
  });

  test.each([
    ["its own score", { properties: { "security-severity": 5.5 }, level: "error" }, "Medium"],
    ["its own level", { level: "error" }, "High"],
    ["the level of its rule", {}, "Low"],
    ["the default level", { ruleId: "unknown" }, "Medium"],
    ["no level", { level: "none" }, "Info"],
    ["its informational kind", { ruleId: "unknown", kind: "informational" }, "Info"],
  ])("is as severe as %s says", (_what, more, severity) => {
    expect(rowsOf([result(more)])[0]!.severity).toBe(severity);
  });

  test("has the text of its rule with arguments, and its file", () => {
    const rules = [{ id: "R1", messageStrings: { default: { text: "{0} is open to {1}" } } }];
    const log = logOf(
      [
        {
          ruleIndex: 0,
          message: { id: "default", arguments: ["22", "{0}"] },
          locations: [{ physicalLocation: { artifactLocation: { index: 0 } } }],
        },
      ],
      { rules },
    );
    (log["runs"] as object[])[0] = {
      ...(log["runs"] as object[])[0],
      artifacts: [{ location: { uri: "a.tf" } }],
    };
    expect(read(log)[0]).toMatchObject({
      row: { title: "22 is open to {0} in a.tf", description: "22 is open to {0}" },
    });
  });

  test.each([
    ["the first sentence of its text", "Port 22 is open. Close it.\nSee 1.2.", "Port 22 is open"],
    ["its text in one line", "TLS 1.0 is\n allowed", "TLS 1.0 is allowed"],
    ["the question it asks", "Is it public? Check.", "Is it public?"],
    ["the id of its rule without a text", "", "R2"],
  ])("of a rule without a description is called %s", (_what, text, title) => {
    const rules = [{ id: "R2" }, { id: "R2", name: "R2" }];
    for (const ruleIndex of rules.keys()) {
      const log = logOf([{ ruleIndex, message: { text } }], { rules });
      expect(read(log)).toMatchObject([{ row: { title } }]);
    }
  });

  const described = (text: string, values: string[]): unknown =>
    rowsOf([result({ message: { text, arguments: values } })])[0]!["description"];

  test.each([
    ["{0}{1}", ["a"], "a{1}"],
    ["{00} {01} {999} {1000} {-1} {} {a}", ["a", "b"], "a b {999} {1000} {-1} {} {a}"],
    ["{0}", [""], ""],
    ["{0}", ["$&$1"], "$&$1"],
  ])("%j with the arguments %j says %j", (text, values, message) =>
    expect(described(text, values)).toBe(message),
  );

  test("is described by the first 10,000 characters, whatever its arguments", async () => {
    const texts = fc.array(fc.constantFrom("{0}", "{1}", "a", "\u{1F512}".repeat(40)), { maxLength: 50 });
    const values = fc
      .tuple(fc.nat(3_000), fc.nat(300))
      .map(([a, b]) => ["x".repeat(a), "\u{1F512}".repeat(b)]);
    fc.assert(
      fc.property(texts, values, (parts, [first = "", second = ""]) => {
        const whole = parts.join("").replaceAll("{0}", first).replaceAll("{1}", second);
        expect(described(parts.join(""), [first, second])).toBe(beginningOf(whole, 10_000));
      }),
    );
    const argument = "x".repeat(1_000_000);
    let text: unknown;
    expect(await cpuMs(() => (text = described("{0}".repeat(3_000), [argument])))).toBeLessThan(2_000);
    expect(text).toBe("x".repeat(10_000));
  });

  test("finds its rule among many quickly", async () => {
    const count = 20_000;
    const rules = Array.from({ length: count }, (_, n) => ({ id: `R${n}` }));
    const results = rules.map(() => ({ ruleId: "unknown", message: { text: "a" } }));
    const log = logOf(results, { rules });
    expect(await cpuMs(() => read(log))).toBeLessThan(5_000);
  });

  test("has a rule of an extension, or the base rule of its id", () => {
    const extension = { name: "pack", rules: [{ id: "X1", shortDescription: { text: "From a pack" } }] };
    const log = logOf([
      { rule: { index: 0, toolComponent: { index: 0 } }, message: { text: "a" } },
      { ruleId: "js/weak-hash/1", message: { text: "b" } },
    ]);
    (log["runs"] as { tool: object }[])[0]!.tool = {
      ...(log["runs"] as { tool: object }[])[0]!.tool,
      extensions: [extension],
    };
    expect(read(log)).toMatchObject([{ row: { title: "From a pack" } }, { row: { title: "WeakHash" } }]);
  });

  test.each([
    ["passed", { kind: "pass" }, "the check passed", "check_passed"],
    ["not apply", { kind: "notApplicable" }, "the check does not apply", "check_not_applicable"],
    ["gone", { baselineState: "absent" }, "it no longer exists", "no_longer_exists"],
    ["suppressed", { suppressions: [{ kind: "inSource" }] }, "it is suppressed at its source", "suppressed"],
  ])("that is %s is skipped, with the reason", (_what, more, error, reason) => {
    expect(read(logOf([result(more)]))).toMatchObject([
      { outcome: "skipped", refused: { field: "sarif.runs.0.results.0", error, reason } },
    ]);
  });

  test("with a rejected suppression is a finding", () => {
    expect(rowsOf([result({ suppressions: [{ status: "rejected" }] })])).toHaveLength(1);
  });

  test("that is invalid is reported by its path, without affecting others", () => {
    expect(read(logOf([result(), result({ level: "severe" }), { message: {} }]))).toMatchObject([
      { row: {} },
      { outcome: "invalid", refused: { field: "sarif.runs.0.results.1.level", reason: "not_offered" } },
      { outcome: "invalid", refused: { field: "sarif.runs.0.results.2", reason: "no_rule_or_message" } },
    ]);
  });
});

describe("the same result", () => {
  test("has the same name in every log, even if its line moved", () => {
    expect(idsOf([result()])).toEqual(idsOf([result({ locations: [at("src/a.ts", 99)], level: "error" })]));
  });

  test("differs with another file, rule or text", () => {
    const ids = idsOf([
      result(),
      result({ locations: [at("src/b.ts")] }),
      result({ ruleId: "other" }),
      result({ message: { text: "SHA-1 is used" } }),
    ]);
    expect(new Set(ids).size).toBe(4);
  });

  test("twice in a file counts as two", () => {
    const ids = idsOf([result(), result({ locations: [at("src/a.ts", 5)] })]);
    expect(ids[1]).toBe(`${ids[0]}:2`);
  });

  test("is identified by its tool's identifiers, whatever else changes", () => {
    const guid = "11111111-1111-4111-8111-111111111111";
    expect(idsOf([result({ correlationGuid: guid })])).toEqual([guid]);
    const marked = { fingerprints: { "primary/v1": "abc", b: "1" } };
    const moved = { message: { text: "reworded" }, locations: [at("src/moved.ts")] };
    expect(idsOf([result(marked)])).toEqual(
      idsOf([result({ ...moved, fingerprints: { b: "1", "primary/v1": "abc" } })]),
    );
    const partly = { partialFingerprints: { primaryLocationLineHash: "abc:1" } };
    expect(idsOf([result(partly)])).toEqual(idsOf([result({ ...partly, message: { text: "reworded" } })]));
    expect(idsOf([result(partly)])).not.toEqual(idsOf([result({ ...partly, ...moved })]));
  });
});

test("a log of another version is refused", () => {
  expect(() => read({ ...logOf([]), version: "2.0.0" })).toThrow("send SARIF 2.1.0");
});
