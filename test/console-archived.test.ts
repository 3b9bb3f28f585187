import { expect, test } from "@jest/globals";
import { Project } from "../domain/projects/project.entity.ts";
import { setUpEvidenceJourneys } from "./support/console-visit.ts";

const journey = setUpEvidenceJourneys();

test("the text of a policy and the form of evidence keep their input, read-only, once someone archives the project", async () => {
  const { page, product, stage, comeIn, beside } = journey;
  const { projectId, customer, manager, evidence } = stage;
  const body = { type: "access_control", framework: "soc2", company_name: "Example", project_id: projectId };
  const { data: policy } = await customer.send("POST", "/api/v1/ai/generate/policy", body);
  const completed = { status: "completed" } as const;
  await product.orm.em.fork().nativeUpdate(Project, { id: projectId }, completed);
  await comeIn(customer.email, `/policies/${policy.id}?edit=text`);
  const { page: other } = await beside(
    customer.email,
    `/evidence/${evidence.get("Access review")}?edit=evidence`,
  );
  const text = page.getByRole("textbox", { name: "Text" });
  const description = other.getByRole("textbox", { name: "Description" });
  await text.fill("# Written for an hour");
  await description.fill("Signed by all owners");
  expect((await manager.send("PUT", `/api/v1/projects/${projectId}`, { status: "archived" })).status).toBe(
    200,
  );
  for (const one of [page, other]) {
    await one.getByText("The project was archived: your input can no longer be saved.").waitFor();
    expect(await one.getByRole("button", { name: /^Save/ }).count()).toBe(0);
  }
  expect([await text.inputValue(), await text.isEditable()]).toEqual(["# Written for an hour", false]);
  expect([await description.inputValue(), await description.isEditable()]).toEqual([
    "Signed by all owners",
    false,
  ]);
  for (const [one, field] of [
    [page, text],
    [other, description],
  ] as const) {
    await one.getByRole("button", { name: "Discard it" }).click();
    await field.waitFor({ state: "detached" });
  }
});

test("the form of a project and the reason of an exclusion keep their input, read-only, once someone archives it", async () => {
  const { page, stage, comeIn, beside } = journey;
  const { manager, customer, auditor } = stage;
  const people = { customer_id: customer.id, auditor_id: auditor.id };
  const { data: project } = await manager.send("POST", "/api/v1/projects", {
    name: "Last year",
    framework: "soc2",
    ...people,
  });
  const path = `/api/v1/projects/${project.id}`;
  expect((await manager.send("PUT", path, { status: "completed" })).status).toBe(200);
  await comeIn(manager.email, `/projects/${project.id}?edit=project`);
  const { page: other } = await beside(manager.email, `/projects/${project.id}/controls?control=CC6.4`);
  const description = page.getByRole("textbox", { name: "Description" });
  const reason = other.getByRole("textbox", { name: "Why does it not apply?" });
  await description.fill("Written for an hour");
  await other.getByRole("button", { name: "Mark as not applicable…" }).click();
  await reason.fill("We have no offices");
  expect((await manager.send("PUT", path, { status: "archived" })).status).toBe(200);
  for (const [one, field, text] of [
    [page, description, "Written for an hour"],
    [other, reason, "We have no offices"],
  ] as const) {
    await one.getByText("The project was archived: your input can no longer be saved.").waitFor();
    expect([await field.inputValue(), await field.isEditable()]).toEqual([text, false]);
  }
  expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
  expect(await page.getByRole("textbox", { name: "Customer" }).inputValue()).toBe("Casey Customer");
  for (const [one, field] of [
    [page, description],
    [other, reason],
  ] as const) {
    await one.getByRole("button", { name: "Discard it" }).click();
    await field.waitFor({ state: "detached" });
  }
});

test("the reasons for a smaller scope and for several exclusions, and a due date, stay once someone archives the project", async () => {
  const { page, stage, comeIn, beside } = journey;
  const { manager } = stage;
  const { data: project } = await manager.send("POST", "/api/v1/projects", {
    name: "The year before",
    framework: "soc2",
    categories: ["security", "availability"],
  });
  const [path, controls] = [`/api/v1/projects/${project.id}`, `/projects/${project.id}/controls`];
  expect((await manager.send("PUT", path, { status: "completed" })).status).toBe(200);
  await comeIn(manager.email, `/projects/${project.id}?edit=project`);
  const { page: table } = await beside(manager.email, controls);
  const { page: panel } = await beside(manager.email, `${controls}?control=CC6.4`);
  const scope = page.getByRole("region", { name: "Categories in scope" });
  const smaller = scope.getByRole("textbox", { name: /^Why/ });
  await scope.getByRole("checkbox", { name: "Availability" }).click();
  await smaller.fill("Not sold yet");
  const bar = table.getByRole("region", { name: "Change the selected controls" });
  const excluded = bar.getByRole("textbox", { name: /^Why/ });
  await table.getByRole("checkbox", { name: /CC6\.4/ }).click();
  await bar.getByRole("button", { name: "Mark as not applicable…" }).click();
  await excluded.fill("We have no offices");
  const due = panel.getByRole("textbox", { name: "Due", exact: true });
  await due.fill("2100-05-04");
  expect((await manager.send("PUT", path, { status: "archived" })).status).toBe(200);
  for (const [at, field, text] of [
    [scope, smaller, "Not sold yet"],
    [bar, excluded, "We have no offices"],
    [panel, due, "2100-05-04"],
  ] as const) {
    await at.getByText("The project was archived: your input can no longer be saved.").waitFor();
    expect([await field.inputValue(), await field.isEditable()]).toEqual([text, false]);
    await at.getByRole("button", { name: "Discard it" }).click();
    await field.waitFor({ state: "detached" });
  }
});

test("the form for a new policy keeps its input, read-only, once someone archives the project", async () => {
  const { page, stage, comeIn } = journey;
  const { manager, customer, auditor } = stage;
  const about = { framework: "soc2", customer_id: customer.id, auditor_id: auditor.id };
  const { data: project } = await manager.send("POST", "/api/v1/projects", { name: "Policies", ...about });
  const path = `/api/v1/projects/${project.id}`;
  expect((await manager.send("PUT", path, { status: "completed" })).status).toBe(200);
  await comeIn(customer.email, `/projects/${project.id}/policies?open=new`);
  const company = page.getByRole("textbox", { name: "Company" });
  await company.fill("Example Cloud");
  expect((await manager.send("PUT", path, { status: "archived" })).status).toBe(200);
  await page.getByText("The project was archived: your input can no longer be saved.").waitFor();
  expect([await company.inputValue(), await company.isEditable()]).toEqual(["Example Cloud", false]);
  expect(await page.getByRole("button", { name: "Generate", exact: true }).count()).toBe(0);
  await page.reload();
  await page.getByRole("button", { name: "Discard it" }).last().click();
  await company.waitFor({ state: "detached" });
});
