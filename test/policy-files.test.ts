import { beforeAll, describe, expect, test } from "@jest/globals";
import { createHash } from "node:crypto";
import mammoth from "mammoth";
import { newId } from "../platform/ids.ts";
import { eventKinds } from "./support/event-kinds.ts";
import { newProjectOf, signInPeople } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { readPdfText } from "./support/read-pdf-text.ts";
import { untilIngested } from "./support/until-ingested.ts";

const WAIT_MS = 120_000;
const PATH = "/api/v1/policies";
const product = await startProductForFile({ parts: ["worker"] });
const people = await signInPeople(product);
const projectId = await newProjectOf(people);

const REQUEST = {
  type: "access_control",
  framework: "soc2",
  control_id: "CC6.1",
  industry: "healthcare",
};
const generate = (change: object = {}) =>
  people.customer.send("POST", "/api/v1/ai/generate/policy", {
    ...REQUEST,
    company_name: newId(),
    ...change,
  });

describe("files of policies", () => {
  let id: string;
  let content: string;
  beforeAll(async () => {
    const { data } = await generate({ company_name: "Müller & Söhne (Żabka)", project_id: projectId });
    ({ id, content } = data as { id: string; content: string });
  });

  const fileOf = async (query: string) => {
    const response = await people.auditor.fetch(`${PATH}/${id}/file${query}`);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  test("as Word: headings, tables and lists can be read back", async () => {
    const { response, bytes } = await fileOf("?format=docx");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; .*v1\.docx/);
    const { value } = await mammoth.convertToHtml({ buffer: bytes });
    expect(value).toContain("<h1>4. Policy statements</h1>");
    expect(value).toContain("Müller &amp; Söhne (Żabka)");
    expect(value).toMatch(/<ul><li><strong>4\.1\.1<\/strong> Every right must be requested/);
    expect(value).toMatch(/<ol><li>The Line Manager opens an access request/);
    expect(value).toMatch(/<tr><td><p>CC6\.1<\/p><\/td><td><p>Logical access controls/);
  });

  test("as PDF: contains the text, including letters outside the standard PDF fonts", async () => {
    const { response, bytes } = await fileOf("");
    expect(response.headers.get("content-type")).toBe("application/pdf");
    const text = (await readPdfText(bytes)).replaceAll(/\s+/g, " ");
    expect(text).toContain("Access Control Policy");
    expect(text).toContain("Müller & Söhne (Żabka)");
    expect(text).toContain("4.1.1 Every right must be requested in a ticket");
    expect(text).toContain("Logical access controls");
    expect((await fileOf("?format=pdf")).bytes.equals(bytes)).toBe(true);
  });

  test("as markdown: the exact text", async () => {
    const { response, bytes } = await fileOf("?format=md");
    expect(response.headers.get("content-type")).toMatch(/^text\/markdown/);
    expect(bytes.toString()).toBe(content);
  });

  test("of an unknown format or version are not found", async () => {
    expect((await fileOf("?format=odt")).response.status).toBe(400);
    expect((await fileOf("?version=99")).response.status).toBe(404);
  });

  test.each(["pdf", "docx"])(
    "a %s filed as evidence is read like any upload",
    async (format) => {
      const path = `${PATH}/${id}/file-as-evidence` as const;
      const body = { control_id: "CC6.1", format };
      expect((await people.auditor.send("POST", path, body)).status).toBe(403);
      expect((await people.foreign.send("POST", path, body)).status).toBe(404);
      const { status, data } = await people.customer.send("POST", path, body);
      expect(status).toBe(201);
      const evidence = `/api/v1/evidence/${data.id}` as const;
      const read = await untilIngested(people.auditor, data.id, WAIT_MS);
      expect(read).toMatchObject({
        title: "Access Control Policy, version 1",
        tags: ["policy", "access_control"],
        project_id: projectId,
      });
      const stored = await people.auditor.fetch(`${evidence}/file`);
      const bytes = Buffer.from(await stored.arrayBuffer());
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(read.sha256);
      expect(await eventKinds(product, data.id)).toContain("evidence.processed");
    },
    WAIT_MS,
  );

  test("can become evidence only in a project, and only for one of its controls", async () => {
    const { data } = await generate();
    const body = { control_id: "CC6.1" };
    const loose = await people.customer.send("POST", `${PATH}/${data.id}/file-as-evidence`, body);
    expect([loose.status, loose.body]).toEqual([
      409,
      expect.objectContaining({
        error: expect.objectContaining({ message: expect.stringContaining("project_id") }),
      }),
    ]);
    const wrong = { control_id: "ZZ9" };
    expect((await people.customer.send("POST", `${PATH}/${id}/file-as-evidence`, wrong)).status).toBe(400);
  });
});
