import { beforeAll, describe, expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { makeXlsx } from "../dev/sample-files/make-workbook.ts";
import { Agent } from "../domain/agents/agent.entity.ts";
import { newId } from "../platform/ids.ts";
import type { ApiClient } from "./support/api-client.ts";
import { auditEntriesOf } from "./support/audit-entries.ts";
import { LISTS } from "./support/lists.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { readCsv } from "./support/read-csv.ts";
import { uploadQuestionnaire } from "./support/upload-questionnaire.ts";

const CSV = { accept: "text/csv" };

const product = await startProductForFile({ environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" } });
const admin = await product.signIn("admin");
const customer = await product.signIn("customer");
const foreign = await product.signIn("customer");
let projectId: string;
/** The ids of resources for lists that belong to one, by type. */
const ids: Record<string, string> = {};

const findingOf = (title: string, severity = "Low") =>
  customer.send("POST", "/api/findings", { project_id: projectId, title, severity, control_id: "CC6.1" });

function newQuestionnaire(): Promise<string> {
  const rows = [["Question", "Answer"], ["=Is it safe?"], ["Is it safe?"], ["Is it fast?"]];
  const bytes = makeXlsx([{ name: "S", rows }]);
  return uploadQuestionnaire(customer, projectId, { name: "q.xlsx", bytes });
}

beforeAll(async () => {
  const body = { name: "=1+1, and more", framework: "soc2" };
  projectId = (await customer.send("POST", "/api/v1/projects", body)).data.id;
  await customer.send("POST", `/api/v1/projects/${projectId}/team`, {
    user_id: foreign.id,
    role: "customer",
  });
  await customer.send("DELETE", `/api/v1/projects/${projectId}/team/${foreign.id}`);
  const milestone = { name: "Audit", due_date: "2100-01-31T09:00:00Z" };
  await customer.send("POST", `/api/v1/projects/${projectId}/milestones`, milestone);
  await customer.send("POST", "/api/v1/api-keys", { name: "A key" });
  await customer.send("POST", "/api/v1/reports", { project_id: projectId, kind: "csv" });
  await customer.send("POST", "/api/agents", { project_id: projectId, name: "An agent", kind: "scanner" });
  Object.assign(ids, { user: customer.id, project: projectId, questionnaire: await newQuestionnaire() });
  const { data: list } = await customer.get(`/api/v1/questionnaires/${ids["questionnaire"]}/items`);
  const [question, same] = list.items;
  ids["question"] = question!.id;
  const decided = { decision: "edit", answer: "Yes." };
  await customer.send("PUT", `/api/v1/questionnaires/${ids["questionnaire"]}/items/${same!.id}`, decided);
  const idOf = async (path: string, sent: object): Promise<string> =>
    (await customer.send<{ id: string }>("POST", path, sent)).data.id;
  const policy = { type: "privacy", framework: "soc2", company_name: "Example Ltd", project_id: projectId };
  ids["policy"] = await idOf("/api/v1/ai/generate/policy", policy);
  ids["webhook"] = await idOf("/api/v1/webhooks", { url: "https://127.0.0.1:9999/", events: ["*"] });
  ids["delivery"] = await idOf(`/api/v1/webhooks/${ids["webhook"]}/test`, {});
  const fields = { project_id: projectId, control_id: "CC6.1", title: "A file" };
  const bytes = await makePdf({ pages: [["A page of evidence."]] });
  ids["evidence"] = (await customer.upload({ name: "a.pdf", bytes }, fields)).data.id;
  await findingOf('-1 "quoted",\nnext line', "High");
  ids["finding"] = (await findingOf("Plain")).data.id;
  await auditEntriesOf(product, admin);
});

interface Table {
  response: Response;
  header: string[];
  rows: string[][];
}

async function tableOf(client: ApiClient, path: string): Promise<Table> {
  const response = await client.fetch(path, { headers: CSV });
  expect([path, response.status]).toEqual([path, 200]);
  const [header = [], ...rows] = readCsv(await response.text());
  return { response, header, rows };
}

/** The column with that name. */
const column = ({ header, rows }: Table, name: string): string[] =>
  rows.map((row) => row[header.indexOf(name)]!);

const pathOf = (list: { path: string; id?: string; query?: string }): string => {
  const own = list.path
    .replace(":itemId", ids["question"]!)
    .replace(":controlId", "CC6.1")
    .replace(":deliveryId", ids["delivery"]!);
  const path = own.replace(":id", ids[list.id ?? "project"]!);
  if (list.query === undefined) return path;
  return `${path}?${list.query === "rows" ? "on=project&ids" : "project_id"}=${projectId}`;
};

describe("every list as CSV", () => {
  test.each([...LISTS])("$path has the rows of the JSON answer, in its order", async (list) => {
    const path = pathOf(list);
    const json = await admin.fetch(path);
    expect(json.headers.get("vary")).toContain("Accept");
    const { data } = (await json.json()) as { data: Record<string, unknown> };
    const answered = Object.values(data).find((value) => Array.isArray(value)) as Record<string, unknown>[];
    const { response, header, rows } = await tableOf(admin, path);
    const { total = answered.length } = (data["pagination"] ?? {}) as { total?: number };
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("x-total-count")).toBe(String(total));
    expect(response.headers.get("vary")).toContain("Accept");
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="?[a-z-]+-\d{4}-\d\d-\d\d\.csv"?$/,
    );
    expect(rows).toHaveLength(total);
    for (const row of rows) expect(row).toHaveLength(header.length);
    const key =
      header.find((name) => ["id", "user_id", "client_id", "control.id"].includes(name)) ?? header[0]!;
    const keyOf = (row: Record<string, unknown>) =>
      key.split(".").reduce<unknown>((value, field) => (value as Record<string, unknown>)[field], row);
    expect(column({ response, header, rows }, key).slice(0, answered.length)).toEqual(answered.map(keyOf));
  });

  test("starts with a byte order mark, and HEAD returns its headers", async () => {
    const response = await admin.fetch("/api/v1/projects", { headers: CSV });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const head = await admin.fetch("/api/v1/projects", { method: "HEAD", headers: CSV });
    expect([head.status, head.headers.get("x-total-count")]).toEqual([200, "1"]);
    expect(head.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  });

  test("neutralises formulas, and leaves other text unchanged", async () => {
    expect(column(await tableOf(customer, "/api/v1/projects"), "name")).toEqual(["'=1+1, and more"]);
    const findings = await tableOf(customer, "/api/findings?sort=created_at&order=asc");
    expect(column(findings, "title")).toEqual(['\'-1 "quoted",\nnext line', "Plain"]);
    expect(column(findings, "created_by.name")).toEqual(
      Array(2).fill(column(findings, "created_by.name")[0]),
    );
    expect(column(findings, "overdue")).toEqual(["false", "false"]);
  });

  test.each([
    ["application/json"],
    ["*/*"],
    ["text/csv;q=0.5, application/json"],
    ["text/*;q=0.1, */*"],
    ["image/png"],
  ])("Accept: %s still answers JSON", async (accept) => {
    const response = await customer.fetch("/api/v1/projects", { headers: { accept } });
    expect(response.headers.get("content-type")).toContain("application/json");
  });

  test("routes that are not lists answer JSON", async () => {
    const response = await customer.fetch(`/api/v1/projects/${projectId}`, { headers: CSV });
    expect(response.headers.get("content-type")).toContain("application/json");
  });
});

describe("a CSV file follows the rules of its list", () => {
  test("filters, search and order apply; page and limit are ignored", async () => {
    const titles = async (query: string) =>
      column(await tableOf(customer, `/api/findings?${query}`), "title");
    expect(await titles("severity=Low")).toEqual(["Plain"]);
    expect(await titles("search=quoted")).toHaveLength(1);
    expect(await titles("sort=title&order=desc")).toEqual(["Plain", '\'-1 "quoted",\nnext line']);
    expect(await titles("page=7&limit=1")).toHaveLength(2);
    expect(await titles("created_before=2000-01-01")).toEqual([]);
  });

  test("an invalid filter is refused as usual", async () => {
    const { status, body } = await customer.get("/api/findings?severity=Loud", CSV);
    expect([status, body.error.code, body.error.details["field"]]).toEqual([
      400,
      "VALIDATION_ERROR",
      "severity",
    ]);
  });

  test("outsiders see no rows, unauthorised callers are refused, and anonymous ones get nothing", async () => {
    for (const path of ["/api/v1/projects", "/api/findings", "/api/agents", "/api/v1/reports"])
      expect((await tableOf(foreign, path)).rows).toEqual([]);
    const statusOf = async (client: ApiClient, path: string) => (await client.get(path, CSV)).status;
    expect(await statusOf(foreign, `/api/v1/compliance/controls?project_id=${projectId}`)).toBe(404);
    expect(await statusOf(foreign, `/api/v1/projects/${projectId}/team`)).toBe(404);
    for (const path of ["/api/v1/oauth-clients", "/api/v1/audit-log"])
      expect(await statusOf(customer, path)).toBe(403);
    expect(await statusOf(product.anonymous, "/api/v1/projects")).toBe(401);
  });

  test("exporting a list adds an entry to the audit log", async () => {
    await tableOf(customer, "/api/findings?severity=High");
    const entries = await auditEntriesOf(product, admin, { action: "list.exported", actor_id: customer.id });
    expect(entries.at(-1)).toMatchObject({
      actor_id: customer.id,
      subject_kind: "list",
      data: { path: "/api/findings", query: { severity: "High" }, rows: 1 },
    });
  });
});

describe("lists of many pages", () => {
  let last = 0;
  const insert = async (count: number, kind = "many"): Promise<void> => {
    const [now, em, first] = [Date.now(), product.orm.em.fork(), last];
    last += count;
    const rows = Array.from({ length: count }, (_one, i) => first + i).map((n) => ({
      id: newId(),
      project: projectId,
      name: `Agent ${n}`,
      kind,
      registeredBy: customer.id,
      createdAt: new Date(now + n),
      updatedAt: new Date(now + n),
    }));
    for (let n = 0; n < rows.length; n += 1_000) await em.insertMany(Agent, rows.slice(n, n + 1_000));
  };

  const pathTo = (kind: string) => `/api/agents?kind=${kind}&sort=created_at&order=asc` as const;
  const path = pathTo("many");

  test("contain every row once, in order", async () => {
    await insert(253);
    const some = await tableOf(customer, path);
    expect(column(some, "name")).toEqual(Array.from({ length: 253 }, (_, n) => `Agent ${n}`));
    await insert(9_747);
    const whole = await tableOf(customer, path);
    expect(new Set(column(whole, "id")).size).toBe(10_000);
  });

  test("are refused if the file would be too long", async () => {
    await insert(1);
    const { status, body } = await customer.get(path, CSV);
    expect([status, body.error.details["field"]]).toEqual([400, "Accept"]);
    expect(body.error.message).toContain("10000 rows, and this list has 10001");
  });

  test("are read in one snapshot, despite concurrent changes", async () => {
    await insert(3_000, "leaving");
    const read = tableOf(customer, pathTo("leaving"));
    let isRead = false;
    void read.finally(() => (isRead = true));
    const em = product.orm.em.fork();
    for (let left = 0; !isRead && left < 3_000; left += 1)
      await em.execute(
        "update agents set kind = 'left' where id = (select id from agents where kind = 'leaving' order by created_at limit 1)",
      );
    const table = await read;
    expect(await em.count(Agent, { kind: "left" })).toBeGreaterThan(0);
    expect(table.rows).toHaveLength(Number(table.response.headers.get("x-total-count")));
  });
});
