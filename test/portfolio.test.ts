import { expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import type { ApiClient } from "./support/api-client.ts";
import { startFindingsProject } from "./support/findings-project.ts";

const { customer, auditor, foreign, newProject, raise } = await startFindingsProject();

const listed = async (client: ApiClient, id: string) =>
  (await client.get("/api/v1/projects?limit=100")).data.projects.find((one: { id: string }) => one.id === id);

test("the list of projects shows the state of each", async () => {
  const [busy, quiet] = [await newProject(), await newProject()];
  await raise(busy, { severity: "High" });
  const { id: done } = await raise(busy, { severity: "Critical" });
  await auditor.send("PATCH", `/api/findings/${done}`, { status: "false-positive", reason: "test data" });
  const milestones = `/api/v1/projects/${busy}/milestones` as const;
  const late = { name: "Report", due_date: "2100-06-30T09:00:00Z" };
  await customer.send("POST", milestones, late);
  const { data: next } = await customer.send("POST", milestones, {
    ...late,
    due_date: "2100-01-31T09:00:00Z",
  });
  const bytes = await makePdf({ pages: [["Access reviews take place every quarter."]] });
  const fields = { project_id: busy, control_id: "CC6.1", title: "Review" };
  const { data: evidence } = await customer.upload({ name: "review.pdf", bytes }, fields);

  const whole = { risk: { score: 50, level: "Medium", counted: 1 }, waiting_reviews: 1 };
  for (const client of [customer, auditor])
    expect(await listed(client, busy)).toMatchObject({ ...whole, next_milestone: { id: next.id } });
  expect(await listed(customer, quiet)).toMatchObject({
    risk: { score: 0, level: "Low", counted: 0 },
    waiting_reviews: 0,
    next_milestone: null,
  });
  expect(await listed(foreign, busy)).toBeUndefined();

  await auditor.send("POST", `/api/v1/evidence/${evidence.id}/review`, { decision: "approve" });
  await customer.send("PUT", `${milestones}/${next.id}`, { status: "achieved" });
  expect(await listed(customer, busy)).toMatchObject({
    waiting_reviews: 0,
    next_milestone: { due_date: "2100-06-30T09:00:00.000Z" },
  });
});
