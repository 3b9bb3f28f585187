import { z } from "zod";
import { makeXlsx } from "../../sample-files/make-workbook.ts";
import type { People } from "./people.ts";
import { waitUntil } from "./wait-until.ts";

const COMPANY = { company_name: "Example Cloud", industry: "software" };
const POLICIES = ["information_security", "access_control", "incident_response", "backup_recovery"];
const QUESTIONS = [
  "How often do you review the access rights of your employees?",
  "How soon are the accounts of leavers disabled?",
  "Do you test the restore of your backups?",
  "How do you find and fix vulnerabilities?",
  "Who reviews changes before they go live?",
  "Are the disks of laptops encrypted?",
  "How do you assess your suppliers?",
  "Do you have a bug bounty programme?",
];
/** Of the suggested answers. */
const ACCEPTED = 4;

/** The controls for which policies are filed as evidence; the others are drafts. */
const FILED = new Map([
  ["access_control", "CC6.1"],
  ["incident_response", "CC7.4"],
  ["information_security", "CC5.3"],
]);
/** The manager still has to review it. */
const UNREVIEWED = "information_security";

const Created = z.object({ id: z.string() });
const Reading = z.object({ chunking_status: z.string() });
const Status = z.object({ status: z.string() });
const Items = z.object({ items: z.array(z.object({ id: z.string(), state: z.string() })) });

/** Files a policy as evidence, which the manager approves once it is read. */
async function filePolicy({ customer, manager }: People, policyId: string, type: string): Promise<void> {
  const body = { control_id: FILED.get(type) };
  const filed = await customer.send("POST", `/api/v1/policies/${policyId}/file-as-evidence`, body);
  if (type === UNREVIEWED) return;
  const path = `/api/v1/evidence/${Created.parse(filed).id}`;
  await waitUntil("Reading a policy", async () =>
    ["COMPLETED", "FAILED"].includes((await customer.get(path, Reading)).chunking_status),
  );
  await manager.send("POST", `${path}/review`, { decision: "approve", note: "Agreed with the management" });
}

/** Policies of the project: drafts, a filed one, and approved ones. */
export async function writePolicies(people: People, projectId: string): Promise<void> {
  for (const type of POLICIES) {
    const options = { ...COMPANY, type, framework: "soc2", project_id: projectId };
    const policy = await people.customer.send("POST", "/api/v1/ai/generate/policy", options);
    if (FILED.has(type)) await filePolicy(people, Created.parse(policy).id, type);
  }
}

/** A customer's questionnaire, answered from the evidence and partly reviewed. */
export async function answerQuestionnaire({ customer }: People, projectId: string): Promise<void> {
  const rows = [["Number", "Question", "Answer"], ...QUESTIONS.map((text, index) => [index + 1, text, ""])];
  const file = { name: "security-questionnaire.xlsx", bytes: makeXlsx([{ name: "Security", rows }]) };
  const id = await customer.upload("/api/v1/questionnaires", { project_id: projectId }, file);
  const path = `/api/v1/questionnaires/${id}`;
  await waitUntil("The questionnaire", async () =>
    ["answered", "failed"].includes((await customer.get(path, Status)).status),
  );
  const { items } = await customer.get(`${path}/items`, Items);
  for (const item of items.filter(({ state }) => state === "suggested").slice(0, ACCEPTED))
    await customer.send("PUT", `${path}/items/${item.id}`, { decision: "accept" });
}

/** The auditor's package. */
export async function buildPackage({ auditor }: People, projectId: string): Promise<void> {
  const options = { project_id: projectId, kind: "auditor_package" };
  const { id } = (await auditor.send("POST", "/api/v1/reports", options)) as { id: string };
  await waitUntil("The package", async () =>
    ["completed", "failed"].includes((await auditor.get(`/api/v1/reports/${id}`, Status)).status),
  );
}
