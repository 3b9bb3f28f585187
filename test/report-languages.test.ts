import { describe, expect, test } from "@jest/globals";
import { newProjectOf, signInPeople } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { readPdfText } from "./support/read-pdf-text.ts";
import { readZip } from "./support/read-zip.ts";
import { waitFor } from "./support/wait-for.ts";

const WAIT_MS = 120_000;
const product = await startProductForFile({ parts: ["worker"] });
const people = await signInPeople(product);
const { admin, auditor } = people;

const newProject = (): Promise<string> =>
  newProjectOf(people, { name: "Reviewed", period_start: "2026-01-01", period_end: "2026-12-31" });
const request = (project_id: string, kind: string, more: object = {}) =>
  auditor.send("POST", "/api/v1/reports", { project_id, kind, ...more });

/** The finished report, and its file. */
async function built(requested: Awaited<ReturnType<typeof request>>) {
  expect(requested.status).toBe(202);
  const path = `/api/v1/reports/${requested.data.id}`;
  const { data: report } = await waitFor(
    () => auditor.get<{ status: string; file_name: string }>(path),
    ({ data: { status } }) => status === "completed" || status === "failed",
    WAIT_MS,
  );
  expect(report).toMatchObject({ status: "completed", language: requested.data.language });
  const response = await auditor.fetch(`${path}/file`);
  return { report, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe("a report is written in the language", () => {
  test(
    "that the requester has saved",
    async () => {
      const speak = (language: string) =>
        auditor.send("PUT", `/api/v1/users/${auditor.id}`, { preferences: { language } });
      const projectId = await newProject();
      await speak("de-AT");
      const { report, bytes } = await built(await request(projectId, "summary_pdf"));
      await speak("en");
      expect(report).toMatchObject({
        language: "de",
        file_name: expect.stringMatching(/^Reviewed Zusammenfassung \d{4}-\d\d-\d\d\.pdf$/),
      });
      const text = await readPdfText(bytes);
      expect(text).toContain("Zeitraum: 01.01.2026 bis 31.12.2026");
      expect(text).toMatch(/Sicherheit\s+0 %/);
      expect(text).not.toMatch(/Score|Period|Controls that apply/);
    },
    WAIT_MS,
  );

  test(
    "that the request names, in all parts of a package",
    async () => {
      const projectId = await newProject();
      const scope = { categories: ["security"], reason: "Nur diese" };
      expect((await admin.send("PUT", `/api/v1/projects/${projectId}`, scope)).status).toBe(200);
      const { bytes } = await built(await request(projectId, "auditor_package", { language: "de" }));
      const entries = await readZip(bytes);
      expect(await readPdfText(entries.get("cover.pdf")!)).toMatch(/Prüfpaket[^]*Geprüftes Unternehmen/);
      const index = await readPdfText(entries.get("index.pdf")!);
      expect(index).toContain("Verzeichnis: Reviewed");
      expect(index).toMatch(/Nicht im\s+Geltungsbereich:\s+Verfügbarkeit/);
      expect(entries.get("controls.csv")!.toString()).toContain("number,title,summary");
      const french = await request(projectId, "summary_pdf", { language: "fr" });
      expect(french.body.error.details).toMatchObject({ field: "language" });
    },
    WAIT_MS,
  );
});
