import { makePdf } from "../../sample-files/make-pdf.ts";
import { makeXlsx } from "../../sample-files/make-workbook.ts";
import { pick } from "../../../testkit/seeded-random.ts";
import type { Write } from "./patient-client.ts";
import type { World } from "./world.ts";
import { formWith } from "../../../testkit/form-with.ts";

/** Small: the others grow with the evidence, and slow everything else down. */
const KINDS = ["csv", "summary_pdf"];
const ROWS = [
  ["No.", "Question", "Response"],
  [1, "Who reviewed the access rights?", null],
];

/** A report is built by the worker, in several steps. */
export async function requestReport({ random, company, isOver }: World): Promise<void> {
  const body = { project_id: pick(random, company.projectIds), kind: pick(random, KINDS) };
  await company.auditor.write({ method: "POST", path: "/api/v1/reports", body }, isOver);
}

/** The worker searches with the rights of the customer. */
export async function answerQuestions({ random, company, isOver }: World): Promise<void> {
  const projectId = pick(random, company.projectIds);
  const bytes = makeXlsx([{ name: "Security", rows: ROWS }]);
  const form = (): FormData => formWith({ project_id: projectId }, { name: "questions.xlsx", bytes });
  const request: Write = { method: "POST", path: "/api/v1/questionnaires", form };
  await company.customer.write(request, isOver);
}

/** A project with evidence that may still be read when the project is deleted. */
export async function deleteProject({ company, isOver, ledger }: World): Promise<void> {
  const { admin, customer, auditor } = company;
  const body = { name: "Passing", framework: "soc2", customer_id: customer.id, auditor_id: auditor.id };
  const made = await admin.write({ method: "POST", path: "/api/v1/projects", body }, isOver);
  if (made.kind !== "acknowledged") return;
  const { id } = made.data as { id: string };
  company.passingIds.push(id);
  const bytes = await makePdf({ pages: [["Soon deleted"]] });
  const form = (): FormData =>
    formWith({ project_id: id, control_id: "CC6.1" }, { name: "passing.pdf", bytes });
  await customer.write({ method: "POST", path: "/api/v1/evidence", form }, isOver);
  const deleted = await admin.write({ method: "DELETE", path: `/api/v1/projects/${id}` }, isOver);
  if (deleted.kind === "refused")
    ledger.errors.push(`a deletion of a project was refused: ${deleted.status} ${deleted.message}`);
  if (deleted.kind === "acknowledged") ledger.deletedProjects.push(id);
}
