import { readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { readCsv } from "./support/read-csv.ts";

const journey = setUpDeskJourneys();

interface Milestones {
  milestones: { id: string; name: string; due_date: string }[];
}

/** The page does not learn of changes by others. */
const withoutEvents = (): Promise<unknown> =>
  journey.page.route("**/api/v1/events/stream*", (route) => route.abort());

test("a reason that was not accepted stays in its field, beside what someone else has changed", async () => {
  const { page, product, stage, comeIn } = journey;
  await withoutEvents();
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/controls?control=CC6.1`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: /^Mark as not applicable/ }).click();
  const why = panel.getByRole("textbox", { name: /^Why/ });
  await why.fill("There is no data centre of our own.");
  const admin = await product.signIn("admin");
  const controls = [{ control_id: "CC6.1", owner_id: stage.manager.id }];
  await admin.send("PUT", `/api/v1/projects/${stage.projectId}/controls`, { controls });
  await panel.getByRole("button", { name: "Mark as not applicable", exact: true }).click();
  expect(await isShown(panel.getByText("Someone else has changed this"))).toBe(true);
  expect(await why.inputValue()).toBe("There is no data centre of our own.");
  await panel.getByRole("button", { name: "Use your change" }).click();
  await panel.getByRole("button", { name: "Mark as applicable" }).waitFor();
  expect(await page.evaluate("JSON.stringify({ ...sessionStorage })")).not.toContain("data centre");
});

test("the controls that the table shows are exported as CSV", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email, `/projects/${stage.projectId}/controls?q=CC7`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const [names, ...rows] = readCsv(await readFile(await download.path(), "utf8"));
  const number = names!.indexOf("number");
  expect(rows.map((cells) => cells[number])).toEqual(["CC7.1", "CC7.2", "CC7.3", "CC7.4", "CC7.5"]);
});

test("moving a milestone keeps the name that someone else gives it, and an unsaved date survives a reload", async () => {
  const { page, stage, comeIn } = journey;
  await withoutEvents();
  const milestones = `/api/v1/projects/${stage.projectId}/milestones`;
  const { data } = await stage.manager.get<Milestones>(milestones);
  const { id } = data.milestones[0]!;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}?edit=milestones`);
  const row = page.getByRole("dialog").getByRole("listitem", { name: "Fieldwork begins" });
  await row.getByRole("button", { name: "Edit" }).click();
  await row.getByLabel("Due").fill("2100-02-20");
  await page.reload();
  await row.getByText("Your unsaved input is back.").waitFor();
  await stage.manager.send("PUT", `${milestones}/${id}`, { name: "Fieldwork" });
  await row.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").getByRole("listitem", { name: "Fieldwork", exact: true }).waitFor();
  const [moved] = (await stage.manager.get<Milestones>(milestones)).data.milestones;
  expect(moved).toMatchObject({
    name: "Fieldwork",
    due_date: expect.stringMatching(/^2100-02-(19|20|21)/),
  });
});

test("a due date has a year of four digits", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings?finding=new`);
  const due = page.getByRole("dialog").getByLabel("Due");
  await due.focus();
  await page.keyboard.type("123120266");
  expect(await due.inputValue()).toMatch(/^\d{4}-12-31$/);
});

test("a deleted policy is not in the list that was open before it", async () => {
  const { page, stage, comeIn } = journey;
  await withoutEvents();
  await stage.manager.send("POST", "/api/v1/ai/generate/policy", {
    type: "access_control",
    framework: "soc2",
    company_name: "Example Cloud",
    project_id: stage.projectId,
  });
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/policies`);
  await page.getByRole("link", { name: "Access Control Policy" }).click();
  await page.getByRole("button", { name: /^Delete/ }).click();
  await page
    .getByRole("group", { name: /^Delete/ })
    .getByRole("button", { name: /^Delete/ })
    .click();
  await page.waitForURL(/\/policies$/);
  expect(await isShown(page.getByText("No policies"))).toBe(true);
});

test("a chosen person stays in the field, which then offers everyone again", async () => {
  const { page, product, comeIn } = journey;
  const admin = await product.signIn("admin");
  await product.signIn("customer");
  await comeIn(admin.email, "/projects/new");
  await page.getByRole("textbox", { name: "Name" }).fill("Chosen");
  await page.getByRole("radio").first().check();
  await page.getByRole("button", { name: "Next" }).click();
  const customer = page.getByRole("combobox", { name: "Customer" });
  await customer.fill("Casey");
  const option = page.getByRole("option", { name: /^Casey Customer/ });
  await option.click();
  await page.getByRole("combobox", { name: "Auditor" }).click();
  await page.keyboard.press("Escape");
  expect(await customer.inputValue()).toMatch(/^Casey Customer/);
  await customer.click();
  expect(await isShown(page.getByRole("option", { name: /^A customer/ }))).toBe(true);
});
