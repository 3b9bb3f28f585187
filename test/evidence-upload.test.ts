import { beforeEach, describe, expect, test } from "@jest/globals";
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { makeDoc } from "../dev/sample-files/make-doc.ts";
import { makeEncryptedDoc } from "./support/files/make-encrypted-doc.ts";
import { makeDocx } from "../dev/sample-files/make-docx.ts";
import { makeMacroDocx, makeZipBombDocx } from "./support/files/make-hostile-docx.ts";
import { makeJpg, makePng } from "../dev/sample-files/make-image.ts";
import { makeXls, makeXlsx } from "../dev/sample-files/make-workbook.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { waitFor } from "./support/wait-for.ts";

const sheets = [
  {
    name: "Users",
    rows: [
      ["Name", "Access"],
      ["Kim", "admin"],
    ],
  },
];

const { product, customer, foreign, auditor, projectId, pdf, fields, upload, uploaded } =
  await startEvidenceProject();

/** Every file in the blob store, staging included. */
const blobs = async (): Promise<string[]> => {
  const entries = await readdir(join(product.config.DATA_DIR, "blobs"), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};
const rows = (): Promise<number> => product.orm.em.fork().count(Evidence);
describe("an upload", () => {
  test("returns what was stored, pending and without a score", async () => {
    const { status, data } = await upload("Q3 review.pdf", pdf, {
      title: "Q3 review",
      description: "Who may do what",
      tags: "access,quarterly",
      collected_at: "2025-09-30",
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      title: "Q3 review",
      description: "Who may do what",
      file_name: "Q3 review.pdf",
      file_size: pdf.length,
      content_type: "application/pdf",
      sha256: createHash("sha256").update(pdf).digest("hex"),
      project_id: projectId,
      uploaded_by: customer.id,
      quality_score: 0,
      status: "pending",
      chunking_status: "PENDING",
      tags: ["access", "quarterly"],
      collected_at: "2025-09-30",
      version: 1,
    });
  });

  test("is committed together with its event", async () => {
    const id = await uploaded({ title: "With event" });
    const [event] = await product.orm.em
      .fork()
      .execute<{ kind: string; data: { evidence: { control_id: string } } }[]>(
        "select kind, data from events where subject_id = ?",
        [id],
      );
    expect(event).toMatchObject({
      kind: "evidence.uploaded",
      data: {
        evidence: {
          id,
          title: "With event",
          file_name: "review.pdf",
          project_id: projectId,
          uploaded_by: customer.id,
        },
      },
    });
    expect(event!.data.evidence.control_id).toBe(
      (await customer.get(`/api/v1/evidence/${id}`)).data.control_id,
    );
  });

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ["a.pdf", () => pdf, "application/pdf"],
    [
      "a.docx",
      () => makeDocx([{ paragraph: "Text" }]),
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    ["a.doc", () => makeDoc(["Text"]), "application/msword"],
    ["a.xlsx", () => makeXlsx(sheets), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ["a.xls", () => makeXls(sheets), "application/vnd.ms-excel"],
    ["a.png", () => makePng(["Text"]), "image/png"],
    ["a.jpg", () => makeJpg(["Text"]), "image/jpeg"],
    ["a.JPEG", () => makeJpg(["Text"]), "image/jpeg"],
  ])("accepts %s", async (name, make, contentType) => {
    const { status, data } = await upload(name, await make());
    expect(status).toBe(201);
    expect(data.content_type).toBe(contentType);
  });

  describe("is refused, leaving neither row nor file, when it", () => {
    let before: [number, number];
    beforeEach(async () => void (before = [await rows(), (await blobs()).length]));

    test.each<[string, string, () => Buffer | Promise<Buffer>]>([
      ["is empty", "a.pdf", () => Buffer.alloc(0)],
      ["has an unsupported format", "a.txt", () => Buffer.from("text")],
      ["is a program with a picture's name", "a.png", () => Buffer.from("MZ" + "\0".repeat(200))],
      ["is a picture with a document's name", "a.pdf", () => makePng(["Text"])],
      ["is a zip bomb", "a.docx", () => makeZipBombDocx()],
      ["has macros", "a.docx", () => makeMacroDocx()],
      ["is an encrypted Word file", "a.doc", () => makeEncryptedDoc()],
      ["is cut off", "a.xlsx", () => makeXlsx(sheets).subarray(0, 500)],
    ])("%s", async (_reason, name, make) => {
      const { status, body } = await upload(name, await make());
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: "VALIDATION_ERROR", details: { field: "file" } });
      expect([await rows(), (await blobs()).length]).toEqual(before);
    });

    test.each([
      ["names no project", { project_id: undefined }, "project_id"],
      ["names an unknown control", { control_id: "CC99.9" }, "control_id"],
      ["has a blank title", { title: " " }, "title"],
      ["has an invalid date", { collected_at: "2026-02-30" }, "collected_at"],
      ["has an unknown field", { colour: "red" }, "colour"],
    ])("%s", async (_reason, more, field) => {
      const { status, body } = await upload("a.pdf", pdf, more);
      expect([status, body.error.details["field"]]).toEqual([400, field]);
      expect([await rows(), (await blobs()).length]).toEqual(before);
    });

    test("has no file", async () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields({ title: "x" }))) form.append(name, String(value));
      const response = await customer.fetch("/api/v1/evidence", { method: "POST", body: form });
      expect(await response.json()).toMatchObject({
        error: { code: "VALIDATION_ERROR", details: { field: "file" } },
      });
    });

    test("is not multipart", async () => {
      expect((await customer.send("POST", "/api/v1/evidence", fields())).status).toBe(415);
    });

    test("is aborted halfway", async () => {
      const socket = connect(product.config.PORT, "127.0.0.1");
      await once(socket, "connect");
      const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
      socket.write(
        `POST /api/v1/evidence HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${customer.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n${head}%PDF-1.7`,
      );
      await waitFor(blobs, (files) => files.length === before[1] + 1);
      socket.destroy();
      await waitFor(blobs, (files) => files.length === before[1]);
      expect([await rows(), (await blobs()).length]).toEqual(before);
    });

    test("goes to an invisible project", async () => {
      expect((await foreign.upload({ name: "a.pdf", bytes: pdf }, fields())).status).toBe(404);
      expect((await auditor.upload({ name: "a.pdf", bytes: pdf }, fields())).status).toBe(403);
      expect((await product.anonymous.upload({ name: "a.pdf", bytes: pdf }, fields())).status).toBe(401);
      expect([await rows(), (await blobs()).length]).toEqual(before);
    });
  });

  test("may have exactly 100 MB, and not one byte more", async () => {
    const limit = 100 * 1024 * 1024;
    const padded = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length, "\n")]);
    const fits = await upload("big.pdf", padded(limit));
    expect([fits.status, fits.data.file_size]).toEqual([201, limit]);
    const before = (await blobs()).length;
    const over = await upload("big.pdf", padded(limit + 1));
    expect([over.status, over.body.error.code]).toEqual([413, "VALIDATION_ERROR"]);
    expect((await blobs()).length).toBe(before);
  });

  test.each([
    ["../../etc/passwd.pdf", "passwd.pdf"],
    ["C:\\Users\\kim\\review.pdf", "review.pdf"],
    ["Überprüfung – Zugriffe 2026.pdf", "Überprüfung – Zugriffe 2026.pdf"],
    ["invoice\u202Efdp.pdf", "invoicefdp.pdf"],
  ])("named %j is stored as %j", async (name, kept) => {
    expect((await upload(name)).data.file_name).toBe(kept);
  });
});
