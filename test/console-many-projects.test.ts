import { beforeAll, expect, test } from "@jest/globals";
import { Project } from "../domain/projects/project.entity.ts";
import { newId } from "../platform/ids.ts";
import { createKey } from "./support/api-keys.ts";
import { setUpDeskJourneys } from "./support/console-visit.ts";

const journey = setUpDeskJourneys();

const LATER = new Date("2030-01-01T00:00:00Z");
/** The first by name, of which a page has 100; and the latest. */
const OTHERS = Array.from({ length: 100 }, (_, n) => ({ id: newId(), name: `Another client ${n}` }));

beforeAll(async () => {
  const { product, stage } = journey;
  const about = { framework: "soc2", customer: stage.customer.id, auditor: stage.auditor.id };
  const rows = OTHERS.map((one) => ({
    ...one,
    ...about,
    createdBy: stage.manager.id,
    createdAt: LATER,
    updatedAt: LATER,
  }));
  await product.orm.em.fork().insertMany(Project, rows);
});

test("the projects of a new key are found by name, and chosen ones stay in sight", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email, "/settings/api-keys?key=new");
  const panel = page.getByRole("dialog");
  const choices = panel.getByRole("group", { name: /^Only these projects/ });
  await choices.getByRole("checkbox", { name: "Another client 7", exact: true }).check();
  expect(await choices.getByRole("checkbox").count()).toBe(100);
  // The chosen one, which the search does not find, is read slowly.
  const slow = `**/api/v1/projects/${OTHERS[7]!.id}`;
  await page.route(slow, () => undefined);
  await panel.getByRole("searchbox", { name: "Find a project" }).fill("Example Cloud");
  await choices.getByRole("checkbox", { name: "Example Cloud: SOC 2" }).check();
  const names = await choices.getByRole("checkbox", { checked: true }).count();
  expect([names, await choices.getByRole("checkbox").count()]).toEqual([2, 2]);
  await page.unroute(slow);
  await page.reload();
  for (const name of ["Example Cloud: SOC 2", "Another client 7"])
    await choices.getByRole("checkbox", { name, exact: true }).waitFor();
  expect(await choices.getByRole("checkbox", { checked: true }).count()).toBe(2);
});

test("the search begins in the project of the screen, even if many changed after it", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email, `/projects/${stage.projectId}`);
  await page.getByRole("heading", { name: "Example Cloud: SOC 2", level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  const choice = page.getByRole("combobox", { name: "Project to search" });
  await choice.getByRole("option", { name: "Example Cloud: SOC 2" }).waitFor({ state: "attached" });
  expect(await choice.inputValue()).toBe(stage.projectId);
});

test("the project of dropped files is found by name", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email);
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await page.evaluate(`{
    const files = new DataTransfer();
    files.items.add(new File(["text"], "Review.pdf", { type: "application/pdf" }));
    const event = { bubbles: true, cancelable: true, dataTransfer: files };
    document.body.dispatchEvent(new DragEvent("drop", event));
  }`);
  const question = page.getByRole("dialog", { name: "Upload evidence" });
  await question.getByRole("searchbox", { name: "Find a project" }).fill("Example Cloud");
  await question.getByRole("button", { name: "Example Cloud: SOC 2" }).click();
  await page.waitForURL(`**/projects/${stage.projectId}/evidence`);
});

test("the search finds the project to search by name", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email);
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  const search = page.getByRole("dialog");
  await search.getByRole("searchbox", { name: "Find a project" }).fill("Example Cloud");
  const choice = search.getByRole("combobox", { name: "Project to search" });
  await choice.getByRole("option", { name: "Another client 7", exact: true }).waitFor({ state: "detached" });
  await choice.selectOption("Example Cloud: SOC 2");
  await search.getByRole("searchbox", { name: "Find a project" }).fill("");
  await choice.getByRole("option", { name: "Another client 7", exact: true }).waitFor({ state: "attached" });
  expect(await choice.inputValue()).toBe(stage.projectId);
});

test("a key names its projects, however many there are", async () => {
  const { page, stage, comeIn } = journey;
  const { customer, projectId } = stage;
  const restrictions = { resources: { project_ids: [projectId, OTHERS[7]!.id] } };
  const { id } = await createKey(customer, { name: "Two projects", restrictions });
  await comeIn(customer.email, `/settings/api-keys?key=${id}`);
  await page.getByRole("dialog").getByText("Example Cloud: SOC 2, Another client 7").waitFor();
});
