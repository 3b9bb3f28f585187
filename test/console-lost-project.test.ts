import { beforeEach, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { pdfOf } from "./support/console-stage.ts";
import { setUpEvidenceJourneys } from "./support/console-visit.ts";

const journey = setUpEvidenceJourneys();

const assign = async (auditor: string | null): Promise<void> => {
  const { stage } = journey;
  const body = { auditor_id: auditor };
  expect((await stage.manager.send("PUT", `/api/v1/projects/${stage.projectId}`, body)).status).toBe(200);
};

beforeEach(() => assign(journey.stage.auditor.id));

const expectNotInMenu = (page: Page): Promise<void> =>
  page
    .getByRole("navigation")
    .getByRole("link", { name: "Example Cloud: SOC 2" })
    .waitFor({ state: "detached", timeout: 5_000 });

async function expectLost(page: Page): Promise<void> {
  await page.getByText("You can no longer see this").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.getByRole("main").getByRole("link", { name: "Go to the start page" }).click();
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await expectNotInMenu(page);
}

test("pages of a project say that it can no longer be seen, and menus lose it, soon after its auditor was removed", async () => {
  const { page, visit, stage, beside, comeIn } = journey;
  await comeIn(stage.auditor.email, `/audits/${stage.projectId}`);
  const others = [];
  for (const path of [
    `/projects/${stage.projectId}/findings`,
    `/evidence/${stage.evidence.get("Access review")}`,
  ])
    others.push(await beside(stage.auditor.email, path));
  const elsewhere = await beside(stage.auditor.email, "/me");
  for (const one of [visit, elsewhere, ...others]) await one.quiet();
  await assign(null);
  for (const one of [page, ...others.map((other) => other.page)]) await expectLost(one);
  await expectNotInMenu(elsewhere.page);
});

test("a request of a removed auditor shows at once that the project can no longer be seen", async () => {
  const { page, visit, stage, comeIn } = journey;
  await comeIn(stage.auditor.email, `/audits/${stage.projectId}`);
  await page.getByLabel("What is missing?").fill("The list of leavers");
  await visit.quiet();
  await assign(null);
  await page.getByRole("button", { name: "Send the request" }).click();
  await page.getByText("You can no longer see this").waitFor({ timeout: 5_000 });
  await expectLost(page);
});

test("a reviewer who has lost the project learns it from the decision, and the rest of it leaves the inbox", async () => {
  const { page, visit, stage, comeIn } = journey;
  await comeIn(stage.auditor.email, `/review?evidence=${stage.evidence.get("Access review")}`);
  const approve = page.getByRole("button", { name: /^Approve/ }).and(page.locator(":enabled"));
  await approve.waitFor();
  await visit.quiet();
  await assign(null);
  await approve.click();
  await page.getByText("You can no longer see Access review").waitFor();
  await page.getByText("Nothing to review").waitFor();
  await expectNotInMenu(page);
});

test("the inbox does not say that someone else has decided on evidence of a lost project", async () => {
  const { page, visit, stage, comeIn } = journey;
  await comeIn(stage.auditor.email, `/review?evidence=${stage.evidence.get("Access review")}`);
  await page
    .getByRole("button", { name: /^Approve/ })
    .and(page.locator(":enabled"))
    .waitFor();
  await visit.quiet();
  await assign(null);
  const other = { name: "Example Pay", framework: "soc2", auditor_id: stage.auditor.id };
  const { data: project } = await stage.manager.send("POST", "/api/v1/projects", {
    ...other,
    customer_id: stage.customer.id,
  });
  const fields = { project_id: project.id, control_id: "CC6.1", title: "Plan" };
  await stage.customer.upload({ name: "Plan.pdf", bytes: await pdfOf("Plan") }, fields);
  await page.getByRole("main").getByText("You can no longer see Access review").waitFor();
  expect(await page.getByText("Someone else has decided").count()).toBe(0);
});
