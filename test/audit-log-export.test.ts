import { describe, expect, test } from "@jest/globals";
import { AuditIntake } from "../domain/audit-log/audit-intake.entity.ts";
import { newId } from "../platform/ids.ts";
import { auditEntriesOf } from "./support/audit-entries.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { newProject } from "./support/new-project.ts";

const product = await startProductForFile();
const admin = await product.signIn("admin");
const otherManager = await product.signIn("manager");
const customer = await product.signIn("customer");

const projectId = await newProject(customer, { name: "A project" });

describe("GET /api/v1/audit-log/export", () => {
  const exported = async (by: SignedIn, query = ""): Promise<{ response: Response; lines: string[] }> => {
    const response = await by.fetch(`/api/v1/audit-log/export${query}`);
    const lines = (await response.text()).split("\r\n").filter((line) => line !== "");
    return { response, lines };
  };

  test("returns every matching entry as CSV, oldest first, and adds an entry itself", async () => {
    const subjectId = newId();
    const rows = Array.from({ length: 1_203 }, (_, n) => ({
      id: newId(),
      occurredAt: new Date(Date.now() + n),
      action: "project.updated",
      subjectKind: "project",
      subjectId,
      data: { n },
    }));
    await product.orm.em.fork().insertMany(AuditIntake, rows);
    await auditEntriesOf(product, admin);
    const { response, lines } = await exported(admin, `?subject_id=${subjectId}`);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe("attachment; filename=audit-log.csv");
    expect(lines[0]).toMatch(/^"?position"?,"?id"?,"?occurred_at"?/);
    expect(lines.slice(1).map((line) => /""n"":(\d+)/.exec(line)?.[1])).toEqual(
      rows.map((_, n) => String(n)),
    );
    const noted = await auditEntriesOf(product, admin, { action: "audit_log.exported" });
    expect(noted.at(-1)).toMatchObject({
      actor_id: admin.id,
      data: { query: { subject_id: subjectId } },
    });
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])(
    "defuses a cell that begins as %j",
    async (cell) => {
      const action = newId();
      const row = { id: newId(), occurredAt: new Date(), action, subjectKind: cell, data: {} };
      await product.orm.em.fork().insert(AuditIntake, row);
      await auditEntriesOf(product, admin);
      const text = await (await admin.fetch(`/api/v1/audit-log/export?action=${action}`)).text();
      expect(text.replaceAll('"', "")).toContain(`,'${cell},`);
    },
  );

  test("refuses invalid requests before it begins, without an entry", async () => {
    const before = (await auditEntriesOf(product, admin, { action: "audit_log.exported" })).length;
    const response = await admin.fetch("/api/v1/audit-log/export?search=a&search_fields=nobody");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: "VALIDATION_ERROR", details: { field: "search_fields" } },
    });
    expect(await auditEntriesOf(product, admin, { action: "audit_log.exported" })).toHaveLength(before);
  });

  test("has the same permissions as the list", async () => {
    expect((await customer.fetch("/api/v1/audit-log/export")).status).toBe(403);
    const { lines } = await exported(otherManager);
    expect(lines.join()).not.toContain(projectId);
    expect(lines.length).toBeGreaterThan(1);
  });
});
