import { expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { setUpDeskJourneys } from "./support/console-visit.ts";

const journey = setUpDeskJourneys();

/** What a page does between two keys at the least: it finishes its task, but no timer runs. */
const MICROTASKS = 100;

const pressTwice = (button: Locator): Promise<void> =>
  button.evaluate(async (element: { click(): void }, microtasks) => {
    element.click();
    for (let n = 0; n < microtasks; n += 1) await Promise.resolve();
    element.click();
  }, MICROTASKS);

/** Counts the changes that a page sends. */
function countSent(page: Page): { count: number } {
  const sent = { count: 0 };
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.count += 1;
  });
  return sent;
}

test("a second Enter that follows at once sends no form again", async () => {
  const { page, visit, stage, comeIn } = journey;
  const project = `/projects/${stage.projectId}`;
  await comeIn(stage.manager.email, `${project}?edit=project`);
  const sent = countSent(page);
  await page.getByRole("textbox", { name: "Description" }).fill("The second year");
  await pressTwice(page.getByRole("button", { name: "Save" }));
  await page.getByText("The project is saved").waitFor();
  await visit.quiet();
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(sent.count).toBe(1);
  await page.goto(`${project}?edit=milestones`);
  await page.getByRole("textbox", { name: "Milestone" }).fill("First meeting");
  await page.getByLabel("Due date").last().fill("2030-02-20");
  await pressTwice(page.getByRole("button", { name: "Plan", exact: true }));
  await page.getByRole("listitem", { name: "First meeting" }).waitFor();
  await visit.quiet();
  expect(sent.count).toBe(2);
  await page.goto(`${project}/controls?control=CC6.1`);
  await page.getByRole("textbox", { name: "Write a comment" }).fill("Said once");
  await pressTwice(page.getByRole("button", { name: "Comment", exact: true }));
  await page.getByRole("article").getByText("Said once").waitFor();
  await visit.quiet();
  expect(sent.count).toBe(3);
});

test("of several buttons, only the pressed one shows that its change is being sent", async () => {
  const { page, stage, comeIn } = journey;
  const { auditor, manager, projectId } = stage;
  const about = { project_id: projectId, title: "Old TLS", severity: "High" };
  const { data: finding } = await auditor.send("POST", "/api/findings", about);
  const spinners = page.locator("button[data-loading]");
  // No answer comes.
  await page.route("**/api/**", (route) =>
    ["PATCH", "PUT"].includes(route.request().method()) ? undefined : route.continue(),
  );
  await comeIn(manager.email, `/projects/${projectId}/findings?finding=${finding.id}`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Start" }).click();
  await spinners.first().waitFor();
  expect(await spinners.allInnerTexts()).toEqual(["Start"]);
  await page.goto(`/projects/${projectId}/controls`);
  await page.getByRole("checkbox", { name: /CC1\.1/ }).check();
  const chosen = page.getByRole("region", { name: "Change the selected controls" });
  await chosen.getByRole("button", { name: "Mark as not applicable…" }).click();
  await chosen.getByRole("textbox", { name: /^Why do they not apply/ }).fill("No offices");
  await chosen.getByLabel("Due", { exact: true }).fill("2030-02-20");
  await chosen.getByRole("button", { name: "Set due date" }).click();
  await spinners.first().waitFor();
  expect(await spinners.allInnerTexts()).toEqual(["Set due date"]);
});
