import { describe, expect, test } from "@jest/globals";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { CreateFindingBody, UpdateFindingBody } from "../../api/findings/change-findings.contract.ts";
import { ImportBody } from "../../api/findings/import-findings.contract.ts";
import { presentCatalogue } from "../../api/history/events.contract.ts";
import { CreateProjectBody, ProjectQuery } from "../../api/projects/projects.contract.ts";
import { FindingQuery } from "../../api/findings/findings.contract.ts";
import { ReportQuery, RequestReportBody } from "../../api/reports/reports.contract.ts";
import { CreateWebhookBody } from "../../api/webhooks/webhooks.contract.ts";
import { EvidenceQuery, UploadForm } from "../../api/evidence/evidence.contract.ts";
import { ReviewBody } from "../../api/evidence/review.contract.ts";
import { EVENT_KINDS } from "../../domain/events/event-catalogue.ts";
import {
  CHUNKING_STATUSES,
  EVIDENCE_STATUSES,
  REVIEW_DECISIONS,
} from "../../domain/evidence/evidence.rules.ts";
import { FINDING_STATUSES, SEVERITIES } from "../../domain/findings/finding.rules.ts";
import { PROJECT_STATUSES } from "../../domain/projects/project.rules.ts";
import { REPORT_KINDS, REPORT_STATUSES } from "../../domain/reports/report.rules.ts";
import { eventOptions } from "../../integrations/n8n/node/src/event-options.ts";
import { fileNameOf, formOf } from "../../integrations/n8n/node/src/files.ts";
import {
  findOperation,
  readList,
  resources,
} from "../../integrations/n8n/node/src/nodes/Compliance/run-operation.ts";
import type { ApiRequest, FieldValues } from "../../integrations/n8n/node/src/resource.ts";
import { resourceProperties } from "../../integrations/n8n/node/src/resource-properties.ts";
import { SearchRequest } from "../../retrieval/server/contracts.ts";

const ID = "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f";
const requestOf = (name: string, filled: FieldValues): ApiRequest => {
  const [resource, operation] = name.split(".");
  return findOperation(resource, operation).request(filled);
};

describe("an operation", () => {
  test.each<[string, FieldValues, z.core.$ZodType, string]>([
    [
      "project.create",
      {
        name: "P",
        framework: "soc2",
        additionalFields: { period_start: "2026-01-01T00:00:00", period_end: "", description: "d" },
      },
      CreateProjectBody,
      "POST /api/v1/projects",
    ],
    [
      "evidence.upload",
      {
        projectId: ID,
        controlId: "CC6.1",
        title: "T",
        binaryPropertyName: "data",
        additionalFields: { tags: "a, b", also_controls: "CC6.2", expires_at: "2027-01-01T00:00:00" },
      },
      UploadForm,
      "POST /api/v1/evidence",
    ],
    [
      "evidence.review",
      { id: ID, decision: "reject", note: "Too old" },
      ReviewBody,
      `POST /api/v1/evidence/${ID}/review`,
    ],
    [
      "finding.create",
      {
        projectId: ID,
        title: "T",
        severity: "High",
        additionalFields: { due_date: "2027-01-01T00:00:00", control_id: "CC6.1", source_id: "" },
      },
      CreateFindingBody,
      "POST /api/findings",
    ],
    [
      "finding.updateStatus",
      { id: ID, status: "accepted", reason: "Known", until: "2027-01-01T00:00:00" },
      UpdateFindingBody,
      `PATCH /api/findings/${ID}`,
    ],
    [
      "finding.updateStatus",
      { id: ID, status: "in-progress", reason: "", until: "2027-01-01T00:00:00" },
      UpdateFindingBody,
      `PATCH /api/findings/${ID}`,
    ],
    [
      "finding.import",
      { projectId: ID, integration: "scanner", findings: '[{"source_id":"1","title":"T","severity":"Low"}]' },
      ImportBody,
      "POST /api/findings/import",
    ],
    ["report.request", { projectId: ID, kind: "csv" }, RequestReportBody, "POST /api/v1/reports"],
  ])("%s sends what the API accepts: %j", (name, filled, schema, line) => {
    const { method, path, body } = requestOf(name, filled);
    expect(`${method} ${path}`).toBe(line);
    expect(z.safeParse(schema, body)).toMatchObject({ success: true });
  });

  test("search.documents sends what the search service accepts, as the caller", () => {
    const more = { evidence_types: "pdf, docx", min_similarity: 0 };
    const filled = { projectId: ID, query: "keys?", limit: 5, additionalFields: more };
    const { body, asCaller } = requestOf("search.documents", filled);
    expect(asCaller).toBe(true);
    expect(SearchRequest.parse({ ...body, user_id: ID })).toMatchObject({
      limit: 5,
      evidence_types: ["pdf", "docx"],
      min_similarity: 0,
    });
  });

  test.each<[string, FieldValues, z.core.$ZodType]>([
    ["project.getAll", { framework: "soc2", search: "x", status: "active" }, ProjectQuery],
    [
      "evidence.getAll",
      {
        project_id: ID,
        control_id: "CC6.1",
        status: "pending",
        chunking_status: "COMPLETED",
        tag: "t",
        search: "",
      },
      EvidenceQuery,
    ],
    ["finding.getAll", { project_id: ID, severity: "High", status: "open", search: "x" }, FindingQuery],
    ["report.getAll", { project_id: ID, kind: "csv", status: "completed" }, ReportQuery],
  ])("%s has the API's filters", (name, filters, schema) => {
    const request = requestOf(name, { filters });
    expect(z.safeParse(schema, request.query)).toMatchObject({ success: true });
    expect(Object.values(request.query!)).not.toContain("");
    const operation = findOperation(...(name.split(".") as [string, string]));
    const offered = operation.fields.find((field) => field.name === "filters")!.options!;
    expect(offered.map((option) => option.name).toSorted()).toEqual(Object.keys(filters).toSorted());
  });

  test("encodes an id as one path segment, and reports invalid JSON by field", () => {
    expect(requestOf("project.get", { id: " ../users?x=1 " }).path).toBe(
      "/api/v1/projects/..%2Fusers%3Fx%3D1",
    );
    expect(() => requestOf("finding.import", { findings: "[" })).toThrow("JSON array");
    expect(() => findOperation("project", "explode")).toThrow("no operation explode");
  });

  test("that lists reads page by page, and no further than requested", async () => {
    const requests: unknown[] = [];
    const api = {
      async call({ query }: ApiRequest) {
        requests.push(query);
        const { page, limit } = query as { page: number; limit: number };
        const rows = Array.from({ length: 250 }, (_row, id) => ({ id })).slice(
          (page - 1) * limit,
          page * limit,
        );
        return { rows, pagination: { pages: Math.ceil(250 / limit) } };
      },
    };
    const request = { method: "GET", path: "/x", list: "rows", query: { status: "open" } } as const;
    const ids = async (limit: number) => (await readList(api, request, limit)).map(({ id }) => id);
    expect(await ids(Infinity)).toEqual(Array.from({ length: 250 }, (_row, id) => id));
    expect(requests).toEqual([1, 2, 3].map((page) => ({ status: "open", page, limit: 100 })));
    expect(await ids(120)).toHaveLength(120);
    expect(await ids(7)).toHaveLength(7);
    expect(requests.slice(3)).toHaveLength(3);
  });
});

describe("the options", () => {
  const offered = (name: string, field: string): string[] => {
    const operation = findOperation(...(name.split(".") as [string, string]));
    const nested = operation.fields.flatMap(({ options = [] }) => options);
    const found = [...operation.fields, ...nested].find((one) => one.name === field && "options" in one);
    return (found as { options: { value: string }[] }).options.map(({ value }) => value).toSorted();
  };

  test.each<[string, string, readonly string[]]>([
    ["project.getAll", "status", PROJECT_STATUSES],
    ["evidence.getAll", "status", EVIDENCE_STATUSES],
    ["evidence.getAll", "chunking_status", CHUNKING_STATUSES],
    ["evidence.review", "decision", REVIEW_DECISIONS],
    ["finding.create", "severity", SEVERITIES],
    ["finding.updateStatus", "status", FINDING_STATUSES],
    ["report.request", "kind", REPORT_KINDS],
    ["report.getAll", "status", REPORT_STATUSES],
  ])("of %s for %s match the domain", (name, field, values) => {
    expect(offered(name, field)).toEqual([...values].toSorted());
  });

  test("for events are all kinds that webhooks accept", () => {
    const events = eventOptions(presentCatalogue().events).map(({ value }) => value);
    expect(events).toEqual(expect.arrayContaining(["*", "evidence.*", ...EVENT_KINDS]));
    for (const event of events)
      expect(CreateWebhookBody.safeParse({ url: "https://example.com", events: [event] })).toMatchObject({
        success: true,
      });
  });

  test("for fields belong to one operation each, with capitalised labels and unique names", () => {
    const properties = resourceProperties(resources);
    const keys = properties.map(({ name, displayOptions }) => JSON.stringify([name, displayOptions?.show]));
    expect(new Set(keys).size).toBe(keys.length);
    expect(properties.filter(({ displayName }) => !/^[A-Z]/.test(displayName))).toEqual([]);
  });
});

describe("a file", () => {
  test("is sent with its name beside the fields", async () => {
    const file = { bytes: Buffer.from("hello"), name: "a.pdf", type: "application/pdf" };
    const form = formOf({ title: "T", project_id: ID }, file);
    expect([form.get("title"), form.get("project_id")]).toEqual(["T", ID]);
    const sent = form.get("file") as File;
    expect([sent.name, sent.type, await sent.text()]).toEqual(["a.pdf", "application/pdf", "hello"]);
  });

  test.each([
    [`attachment; filename="a.pdf"`, "a.pdf"],
    [`attachment; filename="a.pdf"; filename*=UTF-8''Pr%C3%BCfung.pdf`, "Prüfung.pdf"],
    [String.raw`attachment; filename="a \"final\" \\ b.pdf"`, String.raw`a "final" \ b.pdf`],
    [`attachment; filename="a.pdf"; filename*=UTF-8''100%`, "a.pdf"],
    [`attachment; filename*=UTF-8''%C3`, "file"],
    ["attachment", "file"],
    [undefined, "file"],
  ])("named by %s is %s", (disposition, name) => {
    expect(fileNameOf(disposition)).toBe(name);
  });
});

describe("the package", () => {
  const manifest = JSON.parse(readFileSync("integrations/n8n/node/package.json", "utf8")) as Record<
    string,
    unknown
  >;

  test("keeps n8n's rules for verified nodes", () => {
    expect(manifest["name"]).toMatch(/^n8n-nodes-[a-z-]+$/);
    expect(manifest["keywords"]).toContain("n8n-community-node-package");
    expect(manifest).toMatchObject({
      license: "MIT",
      files: ["dist"],
      peerDependencies: { "n8n-workflow": "*" },
    });
    for (const forbidden of ["dependencies", "bundledDependencies", "overrides", "scripts"])
      expect(manifest).not.toHaveProperty(forbidden);
  });
});
