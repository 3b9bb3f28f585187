import { expect, test } from "@jest/globals";
import { catalogueOf } from "./support/catalogue.ts";
import { pdfOf } from "./support/console-stage.ts";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { waitFor } from "./support/wait-for.ts";

const journey = setUpDeskJourneys();

test("a manager creates a project in three steps, and the input survives a reload", async () => {
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
});

test("a customer creates a project, and an auditor cannot", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email, "/projects/new");
  await page.getByLabel("Name").fill("Our own");
  await page.getByRole("radio", { name: /27001/ }).check();
  await page.getByRole("button", { name: "Next" }).press("Enter");
  await page.getByText("The project is your own").waitFor();
  expect(await isShown(page.getByRole("group", { name: "People" }).and(page.locator(":focus")))).toBe(true);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Create the project" }).click();
  await page.getByRole("heading", { name: "Our own", level: 1 }).waitFor();
  const id = page.url().split("/projects/")[1];
  const { data } = await stage.customer.get(`/api/v1/projects/${id}`);
  expect(data).toMatchObject({ framework: "iso27001", customer_id: stage.customer.id });
  const other = await stage.auditor.send("POST", "/api/v1/projects", { name: "No", framework: "soc2" });
  expect(other.status).toBe(403);
});

test("a manager edits a project and sees both versions if someone else was faster; an auditor cannot edit", async () => {
  const { page, stage, comeIn, beside } = journey;
  const path = `/api/v1/projects/${stage.projectId}`;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}`);
  await page.getByRole("button", { name: "Edit the project" }).click();
  const panel = page.getByRole("dialog", { name: "Edit the project" });
  await panel.getByLabel("Name").fill("Example Cloud: SOC 2 Type II");
  await panel.getByLabel("Description").fill("The second report");
  await panel.getByRole("combobox", { name: "Status" }).click();
  const statuses = page.getByRole("option");
  expect(await statuses.allInnerTexts()).toEqual(["Active", "On hold", "In audit", "Completed"]);
  await statuses.filter({ hasText: "In audit" }).click();
  await panel.getByLabel("End of the period").fill("2025-12-31");
  await panel.getByText("The period ends before it starts").waitFor();
  expect(await panel.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await panel.getByLabel("End of the period").fill("2026-11-30");
  await stage.customer.send("PUT", path, { description: "Of the customer" });
  await panel.getByRole("button", { name: "Save" }).click();
  const conflict = panel.getByRole("alert").getByRole("region", { name: "Description" });
  await conflict.getByText("Of the customer").waitFor();
  await conflict.getByText("The second report").waitFor();
  await panel.getByRole("button", { name: "Use your change" }).click();
  await page.getByText("The project is saved").waitFor();
  await page.getByRole("heading", { name: "Example Cloud: SOC 2 Type II", level: 1 }).waitFor();
  const { data } = await stage.manager.get(path);
  expect(data).toMatchObject({
    description: "The second report",
    status: "in_audit",
    period_start: "2026-01-01",
    period_end: "2026-11-30",
    customer_id: stage.customer.id,
    auditor_id: stage.auditor.id,
  });
  const { page: seen } = await beside(stage.auditor.email, `/projects/${stage.projectId}`);
  await seen.getByText("What to do next").waitFor();
  expect(await seen.getByRole("button", { name: "Edit the project" }).count()).toBe(0);
});

test("a comment on a control appears at once for users who have it open, and its draft survives a reload", async () => {
  const { page, stage, comeIn, beside } = journey;
  const path = `/projects/${stage.projectId}/controls?control=CC6.1`;
  const { page: seen } = await beside(stage.auditor.email, path);
  await seen.getByText("No comments yet.").waitFor();
  await comeIn(stage.customer.email, path);
  const words = page.getByRole("textbox", { name: "Write a comment" });
  await words.fill("The review covers all systems.");
  await page.reload();
  await page.getByRole("button", { name: "Comment" }).click();
  for (const panel of [page, seen]) {
    const comment = panel.getByRole("article").filter({ hasText: "Casey Customer" });
    await comment.getByText("The review covers all systems.").waitFor();
  }
  expect(await words.inputValue()).toBe("");
  await seen.getByText("Casey Customer commented on it").waitFor();
});

test("each number of a project leads to a list of as many rows", async () => {
  const { page, stage, comeIn } = journey;
  const fields = { project_id: stage.projectId, control_id: "CC6.1", title: "Not rated yet" };
  await stage.customer.upload({ name: "a.pdf", bytes: await pdfOf("a") }, fields);
  const { data } = await stage.manager.get(
    `/api/v1/compliance/controls?project_id=${stage.projectId}&limit=100`,
  );
  const ofPrivacy = data.controls.filter(
    (one: { trust_category: string }) => one.trust_category === "privacy",
  );
  await comeIn(stage.manager.email, `/projects/${stage.projectId}`);
  await page.getByRole("link", { name: "1 needing improvement" }).click();
  await page.getByText("1 piece", { exact: true }).waitFor();
  await page.getByRole("row", { name: /Not rated yet/ }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "Privacy" }).click();
  await page.getByText(`${ofPrivacy.length} of ${data.controls.length}`, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Only Privacy ×" }).click();
  await page.getByText(`${data.controls.length} of ${data.controls.length}`, { exact: true }).waitFor();
  expect(ofPrivacy.length).toBeGreaterThan(0);
});

test("a milestone is planned, awaited on the start page and achieved beside the project", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}?edit=milestones`);
  const panel = page.getByRole("dialog", { name: "Milestones" });
  await panel.getByRole("textbox", { name: "Milestone" }).fill("Evidence complete");
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await panel.getByLabel("Due date").fill(soon);
  await panel.getByRole("button", { name: "Plan" }).click();
  const planned = panel.getByRole("listitem", { name: "Evidence complete" });
  await planned.getByText("Planned").waitFor();
  await page.goto("/");
  const waiting = page.getByRole("region", { name: "Milestones" });
  await waiting.getByRole("link", { name: "Evidence complete" }).click();
  const sent = Promise.withResolvers<void>();
  await page.route("**/api/v1/projects/*/milestones/*", async (route) => {
    await sent.promise;
    await route.continue();
  });
  await planned.getByRole("button", { name: "Achieved" }).click();
  await planned.getByRole("button", { name: "Achieved" }).and(page.locator("[data-loading]")).waitFor();
  expect(await planned.locator("button[data-loading]").count()).toBe(1);
  sent.resolve();
  await planned.getByRole("button", { name: "Achieved" }).waitFor({ state: "detached" });
  await page.goto("/");
  expect(await isShown(waiting.getByText("No milestone is due within a month"))).toBe(true);
});

test("milestones that could not be loaded are a problem with a way on, not an empty list", async () => {
  const { page, stage, comeIn } = journey;
  const milestones = "**/api/v1/milestones*";
  const refuse = {
    status: 403,
    json: { error: { code: "FORBIDDEN", message: "Not permitted", details: {} } },
  };
  await page.route(milestones, (route) => route.fulfill(refuse));
  await comeIn(stage.manager.email);
  const card = page.getByRole("region", { name: "Milestones" });
  await card.getByRole("alert").waitFor();
  expect(await card.getByText("No milestone is due").count()).toBe(0);
  // Events of what was created would load them, too.
  await journey.visit.quiet(1_000);
  await page.unroute(milestones);
  await card.getByRole("button", { name: "Try again" }).click();
  expect(await isShown(card.getByText("No milestone is due within a month"))).toBe(true);
});

test("prints dark text on white paper, in the dark theme too", async () => {
  const { page, stage, comeIn } = journey;
  await page.emulateMedia({ colorScheme: "dark" });
  await comeIn(stage.manager.email, `/projects/${stage.projectId}`);
  await page.getByRole("heading", { name: "What to do next" }).waitFor();
  const becomesInk = (color: string) =>
    waitFor(
      () => page.evaluate("getComputedStyle(document.body).color"),
      (now) => now === color,
    );
  await becomesInk("rgb(236, 236, 240)");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await becomesInk("rgb(27, 28, 31)");
  expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
  expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(false);
});

test("paper has all controls under the names of their columns, and the date of the figures", async () => {
  const { page, stage, comeIn } = journey;
  const rows = page.locator("tbody tr[data-index]");
  const width = { width: 1280, height: 600 };
  await page.setViewportSize(width);
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/controls`);
  await rows.first().waitFor();
  expect(await rows.count()).toBeLessThan(61);
  await page.emulateMedia({ media: "print" });
  await rows.filter({ hasText: "P8.1" }).waitFor();
  expect(await rows.count()).toBeGreaterThan(61);
  expect(await page.getByRole("columnheader", { name: "Owner" }).innerText()).toBe("Owner");
  expect(await page.getByRole("checkbox").count()).toBe(0);
  await page.emulateMedia({ media: null });
  await rows.filter({ hasText: "P8.1" }).waitFor({ state: "detached" });
  await page.goto(`/projects/${stage.projectId}?asOf=2026-02-01`);
  const day = page.getByText("Figures for 1 Feb 2026");
  await day.waitFor({ state: "hidden" });
  await page.emulateMedia({ media: "print" });
  expect(await isShown(day)).toBe(true);
});

test("every screen that is wider than a phone's shows the status of a control", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/controls`);
  const card = page.getByRole("main").locator("table").locator("..");
  for (const width of [680, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.getByRole("columnheader", { name: "Status" }).waitFor();
    const [inside, around] = [page.getByRole("columnheader", { name: "Status" }), card];
    const [status, all] = [(await inside.boundingBox())!, (await around.boundingBox())!];
    expect(status.x + status.width).toBeLessThanOrEqual(all.x + all.width);
  }
});

test("the navigation lists projects by name, whichever changed last", async () => {
  const { page, stage, comeIn } = journey;
  const create = async (name: string): Promise<string> =>
    (await stage.customer.send("POST", "/api/v1/projects", { name, framework: "iso27001" })).data.id;
  const [last] = [await create("Zebra"), await create("Aardvark")];
  await comeIn(stage.customer.email);
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const names = async () => (await links.allTextContents()).filter((name) => /Zebra|Aardvark/.test(name));
  await links.filter({ hasText: "Zebra" }).waitFor();
  expect(await names()).toEqual(["Aardvark", "Zebra"]);
  await stage.customer.send("PUT", `/api/v1/projects/${last}`, { description: "Changed last" });
  await page.reload();
  await links.filter({ hasText: "Zebra" }).waitFor();
  expect(await names()).toEqual(["Aardvark", "Zebra"]);
});

test("a project for an imported framework is listed with the name of the framework", async () => {
  const { page, product, comeIn } = journey;
  const admin = await product.signIn("admin");
  const { data } = await admin.send("POST", "/api/v1/compliance/frameworks/import", catalogueOf());
  await admin.send("POST", "/api/v1/projects", { name: "Our own rules", framework: data.id });
  await comeIn(admin.email, "/projects?q=own");
  expect(await isShown(page.getByRole("row", { name: /^Our own rules House rules/ }))).toBe(true);
});
