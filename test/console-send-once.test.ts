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
