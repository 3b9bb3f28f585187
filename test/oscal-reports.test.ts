import { expect, test } from "@jest/globals";
import { createHash } from "node:crypto";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { catalogueOf } from "./support/catalogue.ts";
import { oscalErrors } from "./support/oscal-schemas.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { readZip } from "./support/read-zip.ts";
import { waitFor } from "./support/wait-for.ts";

const WAIT_MS = 120_000;
const product = await startProductForFile({ parts: ["worker"] });
const admin = await product.signIn("admin");

const newProject = async (framework: string): Promise<string> =>
  (await admin.send("POST", "/api/v1/projects", { name: "Reviewed", framework })).data.id;

/** The parts of the documents that are checked one by one; each document has one of the two. */
interface Document {
  "assessment-results": {
    results: {
      observations: object[];
      findings: { target: Record<string, unknown>; "related-observations": object[] }[];
      risks: object[];
    }[];
    "back-matter": { resources: { rlinks: { hashes: object[] }[] }[] };
  };
  "plan-of-action-and-milestones": { "poam-items": object[] };
}

/** The documents of a new OSCAL report, by name. */
async function documentsOf(projectId: string) {
  const requested = await admin.send("POST", "/api/v1/reports", { project_id: projectId, kind: "oscal" });
  expect(requested.status).toBe(202);
  const report = await waitFor(
    async () => (await admin.get(`/api/v1/reports/${requested.data.id}`)).data,
    ({ status }) => status === "completed" || status === "failed",
    WAIT_MS,
  );
  expect(report.error).toBeNull();
  const response = await admin.fetch(`/api/v1/reports/${report.id}/file`);
  expect(response.headers.get("content-type")).toBe("application/zip");
  const entries = await readZip(Buffer.from(await response.arrayBuffer()));
  return new Map([...entries].map(([name, bytes]) => [name, JSON.parse(bytes.toString("utf8")) as Document]));
}

test(
  "a control, its file and its finding are in the documents, and these are valid",
  async () => {
    const projectId = await newProject("soc2");
    const bytes = await makePdf({ pages: [["Access is reviewed every quarter."]] });
    const fields = { project_id: projectId, control_id: "CC6.1", title: "A file" };
    expect((await admin.upload({ name: "a.pdf", bytes }, fields)).status).toBe(201);
    const finding = { project_id: projectId, title: "<b>Weak</b>", severity: "High", control_id: "CC6.1" };
    expect((await admin.send("POST", "/api/findings", finding)).status).toBe(201);
    const documents = await documentsOf(projectId);
    expect([...documents.keys()]).toEqual(["assessment-results.json", "poam.json"]);
    const [results, plan] = [...documents.values()] as [Document, Document];
    expect(oscalErrors("assessment-results", results)).toEqual([]);
    expect(oscalErrors("poam", plan)).toEqual([]);
    const { results: answered, "back-matter": backMatter } = results["assessment-results"];
    const { observations, findings, risks } = answered[0]!;
    expect([observations.length, findings.length, risks.length]).toEqual([2, 61, 1]);
    const control = findings.find(({ target }) => target["target-id"] === "cc6.1_smt")!;
    expect(control.target["status"]).toEqual({ state: "not-satisfied", reason: "fail" });
    expect(control["related-observations"]).toHaveLength(2);
    const value = createHash("sha256").update(bytes).digest("hex");
    expect(backMatter.resources[1]!.rlinks[0]!.hashes).toEqual([{ algorithm: "SHA-256", value }]);
    const { "poam-items": items } = plan["plan-of-action-and-milestones"];
    expect(items).toMatchObject([{ title: "\\<b\\>Weak\\</b\\>" }]);
  },
  WAIT_MS,
);

test(
  "a project of an imported framework has the ids of its catalogue",
  async () => {
    const catalogue = catalogueOf({ ids: ["HR-1"] });
    const { data } = await admin.send("POST", "/api/v1/compliance/frameworks/import", catalogue);
    const documents = await documentsOf(await newProject(data.id));
    expect([...documents.keys()]).toEqual(["assessment-results.json"]);
    const results = documents.get("assessment-results.json")!;
    expect(oscalErrors("assessment-results", results)).toEqual([]);
    const { findings } = results["assessment-results"].results[0]!;
    expect(findings.map(({ target }) => target["target-id"])).toEqual(["HR-1_smt", "hr-2_smt", "hr-2.1_smt"]);
  },
  WAIT_MS,
);
