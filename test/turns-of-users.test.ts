import { expect, test } from "@jest/globals";
import { startIngestion } from "../domain/evidence/evidence.workflows.ts";
import type { WorkflowStart } from "../domain/events/workflow-start.ts";
import { newId } from "../platform/ids.ts";
import { describedOptions } from "../runtime/start-options.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { newProject } from "./support/new-project.ts";

const { product, admin, customer, projectId, fields, pdf, ...project } = await startEvidenceProject();

/** The user for whose share of the workers a piece of work counts. */
async function sharerOf(wanted: WorkflowStart): Promise<string | undefined> {
  const options = await describedOptions({ orm: product.orm, taskQueue: "any" }, wanted);
  return options.priority?.fairnessKey;
}

async function sharerOfFile(by: typeof customer, inProject: string): Promise<string | undefined> {
  const { status, data } = await by.upload({ name: "a.pdf", bytes: pdf }, fields({ project_id: inProject }));
  expect(status).toBe(201);
  return await sharerOf(startIngestion({ id: data.id, projectId: inProject }, 0));
}

test("files take turns by who uploaded them, in however many projects", async () => {
  for (const where of [projectId, await project.newProject()])
    expect(await sharerOfFile(customer, where)).toBe(customer.id);
  expect(await sharerOfFile(admin, projectId)).toBe(admin.id);
});

test("other work of projects takes turns by their customer, or else by their creator", async () => {
  const own = await newProject(admin);
  const report = (of: string): WorkflowStart => ({
    workflow: "buildReport",
    workflowId: newId(),
    args: [{}],
    searchAttributes: { ProjectId: of },
  });
  expect(await sharerOf(report(projectId))).toBe(customer.id);
  expect(await sharerOf(report(await project.newProject()))).toBe(customer.id);
  expect(await sharerOf(report(own))).toBe(admin.id);
});

test("a project that no longer exists has a share of its own", async () => {
  const gone = newId();
  expect(await sharerOf(startIngestion({ id: newId(), projectId: gone }, 0))).toBe(gone);
});
