import { newId } from "../../platform/ids.ts";
import { makePdf } from "../sample-files/make-pdf.ts";
import { expect, type Check, type Stage } from "./stage.ts";
import { waitFor } from "./wait-for.ts";
import { actionNode, fileNode, runForFile, runNodes } from "./workflows.ts";

const INGESTION_S = 180;
const REPORT_S = 120;

type Json = Record<string, unknown>;

/** The project and its contents: the checks run in sequence. */
const made = { projectId: "", evidenceId: "", findingId: "" };

const act = ({ n8n, credential }: Stage, parameters: Json): Promise<Json> =>
  runNodes(n8n, [actionNode(credential, parameters)]);

const policy = (): Promise<Buffer> =>
  makePdf({
    title: "Access policy",
    headings: ["Access policy"],
    pages: [["Access policy", "Access rights are reviewed every quarter by the owner of the system."]],
  });

async function upload(stage: Stage): Promise<Json> {
  const { projectId } = made;
  const described = {
    controlId: "CC6.1",
    title: "Access policy",
    additionalFields: { tags: "policy, access" },
  };
  const parameters = { resource: "evidence", operation: "upload", projectId, ...described };
  const nodes = [fileNode("access-policy.pdf", "application/pdf"), actionNode(stage.credential, parameters)];
  return runNodes(stage.n8n, nodes, { base64: (await policy()).toString("base64") });
}

/** Each action in a workflow of its own. */
export const actionChecks: Check[] = [
  {
    name: "project: create, get, list",
    async run(stage) {
      const fields = {
        name: "From n8n",
        framework: "soc2",
        additionalFields: { description: "By a workflow" },
      };
      const created = await act(stage, { resource: "project", operation: "create", ...fields });
      made.projectId = String(created["id"]);
      const read = await act(stage, { resource: "project", operation: "get", id: made.projectId });
      expect(read["description"] === "By a workflow", "the project", read);
      const filters = { search: "From n8n" };
      const first = await act(stage, { resource: "project", operation: "getAll", returnAll: true, filters });
      expect(first["id"] === made.projectId, "the project in the list", first);
    },
  },
  {
    name: "evidence: upload a file of the workflow, which is then ingested",
    async run(stage) {
      const uploaded = await upload(stage);
      made.evidenceId = String(uploaded["id"]);
      expect(String(uploaded["tags"]) === "policy,access", "the tags", uploaded);
      const get = () => stage.customer("GET", `/api/v1/evidence/${made.evidenceId}`);
      const isOver = (is: Json) => !["PENDING", "PROCESSING"].includes(String(is["chunking_status"]));
      const read = await waitFor("the ingestion", get, isOver, INGESTION_S);
      expect(read["chunking_status"] === "COMPLETED", "COMPLETED", read);
      const got = await act(stage, { resource: "evidence", operation: "get", id: made.evidenceId });
      expect(got["file_name"] === "access-policy.pdf", "the file", got);
    },
  },
  {
    name: "search: finds the passage of that file",
    async run(stage) {
      const query = "how often are permissions checked?";
      const found = await act(stage, {
        resource: "search",
        operation: "documents",
        projectId: made.projectId,
        query,
        limit: 5,
      });
      const [first] = found["results"] as Json[];
      expect(first?.["evidence_id"] === made.evidenceId, "a passage of the file", found);
    },
  },
  {
    name: "finding: create, update status, import; errors of the API name the field",
    async run(stage) {
      const { projectId } = made;
      const about = { projectId, title: "Root key in use", severity: "Critical" };
      const created = await act(stage, { resource: "finding", operation: "create", ...about });
      made.findingId = String(created["id"]);
      const change = { id: made.findingId, status: "in-progress" };
      const moved = await act(stage, { resource: "finding", operation: "updateStatus", ...change });
      expect(moved["status"] === "in-progress", "in-progress", moved);
      const findings = JSON.stringify([{ source_id: "1", title: "Open port", severity: "Low" }]);
      const imported = await act(stage, {
        resource: "finding",
        operation: "import",
        projectId,
        integration: "scanner",
        findings,
      });
      expect(imported["created"] === 1, "one that was created", imported);
      const wrong = { ...about, projectId: "x" };
      const refused = await act(stage, { resource: "finding", operation: "create", ...wrong }).then(
        () => "nothing",
        String,
      );
      expect(refused.includes("project_id"), "a refusal that names project_id", refused);
    },
  },
  {
    name: "report: request, wait, and download its file",
    async run(stage) {
      const { projectId } = made;
      const requested = await act(stage, {
        resource: "report",
        operation: "request",
        projectId,
        kind: "summary_pdf",
      });
      const id = String(requested["id"]);
      const get = () => act(stage, { resource: "report", operation: "get", id });
      await waitFor("the report", get, ({ status }) => status === "completed", REPORT_S);
      const parameters = { resource: "report", operation: "download", id, outputBinaryField: "data" };
      const refused = await act(stage, { ...parameters, id: newId() }).then(() => "nothing", String);
      expect(refused.includes("Report not found"), "a refusal in the API's words", refused);
      const bytes = await runForFile(stage.n8n, [actionNode(stage.credential, parameters)]);
      expect(bytes.subarray(0, 5).toString() === "%PDF-", "a PDF", bytes.subarray(0, 20).toString());
    },
  },
];
