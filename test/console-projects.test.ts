import { expect, test } from "@jest/globals";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";

const PATIENCE_MS = 120_000;
const journey = setUpDeskJourneys();

test(
  "a manager creates a project in three steps, and what was entered survives a reload",
  async () => {
    const { page, stage, comeIn } = journey;
    await comeIn(stage.manager.email, "/projects");
    await page.getByRole("link", { name: "New project" }).click();
    const next = page.getByRole("button", { name: "Next" });
    expect(await next.isDisabled()).toBe(true);
    await page.getByLabel("Name").fill("SOC 2, second year");
    await page.getByRole("radio", { name: "SOC 2" }).check();
    await page.getByRole("checkbox", { name: "Privacy" }).uncheck();
    await next.click();
    await page.getByRole("combobox", { name: "Auditor" }).fill("Audrey");
    await page.getByRole("option", { name: /^Audrey Auditor/ }).click();
    await page.reload();
    await next.click();
    await page.getByLabel("Start of the period").fill("2027-01-01");
    await page.getByLabel("End of the period").fill("2026-12-31");
    await page.getByText("The period ends before it starts").waitFor();
    await page.getByLabel("End of the period").fill("2027-12-31");
    await page.getByLabel("First milestone").fill("Fieldwork begins");
    await page.getByLabel("Due date").fill("2028-01-15");
    await page.getByRole("button", { name: "Create the project" }).click();
    await page.getByRole("heading", { name: "SOC 2, second year", level: 1 }).waitFor();
    expect(await isShown(page.getByText("Fieldwork begins"))).toBe(true);
    const id = page.url().split("/projects/")[1];
    const { data } = await stage.manager.get(`/api/v1/projects/${id}`);
    expect(data).toMatchObject({
      framework: "soc2",
      categories: ["security", "availability", "processing_integrity", "confidentiality"],
      auditor_id: stage.auditor.id,
      period_start: "2027-01-01",
      period_end: "2027-12-31",
    });
  },
  PATIENCE_MS,
);

test(
  "a customer creates a project of their own, and an auditor cannot create one",
  async () => {
    const { page, stage, comeIn } = journey;
    await comeIn(stage.customer.email, "/projects/new");
    await page.getByLabel("Name").fill("Our own");
    await page.getByRole("radio", { name: /27001/ }).check();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("The project is your own").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Create the project" }).click();
    await page.getByRole("heading", { name: "Our own", level: 1 }).waitFor();
    const id = page.url().split("/projects/")[1];
    const { data } = await stage.customer.get(`/api/v1/projects/${id}`);
    expect(data).toMatchObject({ framework: "iso27001", customer_id: stage.customer.id });
    const other = await stage.auditor.send("POST", "/api/v1/projects", { name: "No", framework: "soc2" });
    expect(other.status).toBe(403);
  },
  PATIENCE_MS,
);
