import { describe, expect, test } from "@jest/globals";
import { startFindingsProject } from "./support/findings-project.ts";
import { at, logOf, result } from "./support/sarif.ts";

const { customer, auditor, foreign, newProject } = await startFindingsProject();
const projectId = await newProject();

const send = (body: object, by = customer) =>
  by.send("POST", "/api/findings/import", { project_id: projectId, ...body });
const outcomes = ({ data }: Awaited<ReturnType<typeof send>>): string[] =>
  data.results.map((one: { outcome: string }) => one.outcome);
const read = async (id: string) => (await customer.get(`/api/findings/${id}`)).data;

describe("a SARIF log", () => {
  const results = [
    result({ ruleId: "js/sql-injection", locations: [at("src/db.ts", 12)] }),
    result(),
    result({ kind: "pass" }),
    result({ level: "severe" }),
    result({ suppressions: [{ kind: "external" }] }),
  ];

  test("is imported result by result, without duplicates on a repetition", async () => {
    const first = await send({ sarif: logOf(results) });
    expect([first.status, first.data]).toMatchObject([
      200,
      { created: 2, updated: 0, unchanged: 0, skipped: 2, invalid: 1 },
    ]);
    expect(outcomes(first)).toEqual(["created", "created", "skipped", "invalid", "skipped"]);
    expect(first.data.results[3]).toMatchObject({
      index: 3,
      finding_id: null,
      reason: { field: "sarif.runs.0.results.3.level", error: expect.any(String) },
    });
    expect(await read(first.data.results[0]!.finding_id!)).toMatchObject({
      title: "SQL built from input in src/db.ts",
      severity: "Critical",
      integration: "CodeQL",
      integration_data: { line: 12 },
    });
    const again = await send({ sarif: logOf(results) });
    expect(outcomes(again)).toEqual(["unchanged", "unchanged", "skipped", "invalid", "skipped"]);
    const moved = results.with(0, result({ ruleId: "js/sql-injection", locations: [at("src/db.ts", 40)] }));
    const third = await send({ sarif: logOf(moved) });
    expect(outcomes(third).slice(0, 2)).toEqual(["updated", "unchanged"]);
    expect(third.data.results[0]!.finding_id).toBe(first.data.results[0]!.finding_id);
  });

  test("of a tool whose long name is cut within a character is imported again", async () => {
    const sarif = logOf([result()], { name: `${"x".repeat(99)}\u{1f600}` });
    expect(outcomes(await send({ sarif }))).toEqual(["created"]);
    expect(outcomes(await send({ sarif }))).toEqual(["unchanged"]);
  });

  test("without results changes nothing", async () => {
    const { status, data } = await send({ sarif: logOf([]) });
    expect([status, data.results]).toEqual([200, []]);
  });

  test("gives the same result when it is long", async () => {
    const many = Array.from({ length: 1_000 }, (_, n) =>
      result({ locations: [at(`src/${n}.ts`)], message: { text: `long ${"x".repeat(400)}` } }),
    );
    expect((await send({ sarif: logOf(many, { name: "Long" }) })).data).toMatchObject({ created: 1_000 });
    const { status, body } = await send({ sarif: logOf([...many, result()]) });
    expect([status, body.error.details]).toMatchObject([
      400,
      { field: "sarif", error: "has 1001 results: send at most 1000 at a time" },
    ]);
  });

  test.each([
    ["of another version", { ...logOf([]), version: "2.0.0" }, "sarif.version"],
    ["without runs", { version: "2.1.0" }, "sarif.runs"],
    [
      "of several tools",
      { version: "2.1.0", runs: ["A", "B"].map((name) => ({ tool: { driver: { name } } })) },
      "integration",
    ],
  ])("%s is refused", async (_what, sarif, field) => {
    const { status, body } = await send({ sarif });
    expect([status, body.error.details["field"]]).toEqual([400, field]);
  });

  test("requires the right to create findings in the project", async () => {
    expect((await send({ sarif: logOf([result()]) }, foreign)).status).toBe(404);
    expect((await send({ sarif: logOf([result()], { name: "Audit" }) }, auditor)).status).toBe(200);
  });
});

describe("a CSV file", () => {
  test("is imported row by row, with the line of each error", async () => {
    const csv =
      "Title;Severity;Control;Host\nPort open;HIGH;CC6.6;a\nOld TLS;4.3;;a\nOdd;severe;;a\nLost;low;CC99;b\n";
    const body = { integration: "Nessus", csv };
    const first = await send(body);
    expect(first.data).toMatchObject({ created: 2, invalid: 2 });
    expect(first.data.results.map((one: { reason: unknown }) => one.reason)).toMatchObject([
      null,
      null,
      {
        field: "severity",
        error: expect.stringContaining("line 4: write Critical, High"),
        reason: "not_offered",
        values: { line: 4 },
      },
      {
        field: "control_id",
        error: 'the project has no control "CC99"',
        reason: "no_such_control",
        values: { control: "CC99" },
      },
    ]);
    expect(await read(first.data.results[1]!.finding_id!)).toMatchObject({
      severity: "Medium",
      integration_data: { Host: "a" },
    });
    expect(outcomes(await send(body))).toEqual(["unchanged", "unchanged", "invalid", "invalid"]);
  });

  test("whose titles are cut within a character for their ids is imported again", async () => {
    const body = { integration: "Nessus", csv: `title,severity\n${"x".repeat(99)}\u{1f600} open,low\n` };
    const first = await send(body);
    expect(first.data.results[0]!.source_id).toMatch(/^x{99}:\w+$/);
    expect(outcomes(first)).toEqual(["created"]);
    expect(outcomes(await send(body))).toEqual(["unchanged"]);
  });

  test("is refused if it is not CSV", async () => {
    const { status, body } = await send({ integration: "Nessus", csv: "a,b\n1,2\n" });
    expect([status, body.error.details]).toMatchObject([
      400,
      { field: "csv", reason: "csv_lacks_columns", values: { missing: "title, severity", names: "a, b" } },
    ]);
  });
});

describe("rows as JSON", () => {
  test("accept severities in any case, in scanners' words and as scores", async () => {
    const given = ["critical", "ERROR", "7.0", 5, "warning", "note", "informational"];
    const findings = given.map((severity, n) => ({ source_id: `s-${n}`, title: "x", severity }));
    const { data } = await send({ integration: "words", findings });
    expect(data).toMatchObject({ created: given.length });
    const list = await customer.get("/api/findings?integration=words&sort=created_at&order=asc&limit=50");
    const severities = list.data.findings
      .toSorted((a, b) => (a.source_id! < b.source_id! ? -1 : 1))
      .map((finding: { severity: string }) => finding.severity);
    expect(severities).toEqual(["Critical", "High", "High", "Medium", "Medium", "Low", "Info"]);
  });

  test("report what is missing, and exclude other formats", async () => {
    const { data } = await send({ integration: "words", findings: [{ source_id: "m" }, {}] });
    expect(data.results.map((one: { reason: unknown }) => one.reason)).toEqual([
      { field: "title", error: "is required", reason: "required", values: {} },
      { field: "title", error: "is required", reason: "required", values: {} },
    ]);
    const none = await send({ integration: "words" });
    expect(none.body.error.details).toMatchObject({
      field: "findings",
      error: "send one of findings, sarif and csv",
    });
    const unnamed = await send({ csv: "title,severity\n" });
    expect(unnamed.body.error.details).toMatchObject({ field: "integration", error: "is required" });
  });
});
