import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { accessibilityProblems, expectNoSidewaysScroll } from "./support/console.ts";
import { enter, setUpEvidenceJourneys } from "./support/console-visit.ts";

const PHONE = { width: 360, height: 740 };
const journey = setUpEvidenceJourneys();

const header = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });
const press = (page: Page, name: string) => header(page, name).getByRole("button", { name }).click();

/** Waits until the first rows contain these texts, in this order. */
async function expectRows(page: Page, ...texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries())
    await page
      .locator("tbody tr")
      .nth(index)
      .filter({ hasText: text })
      .waitFor()
      .catch(async () => expect(await page.locator("tbody tr").allInnerTexts()).toEqual(texts));
}

test("evidence is sorted by its columns, which the address keeps, and a third press returns to the default", async () => {
  const { page, stage, product, comeIn } = journey;
  const scores = { "Access review": 71, "Alarm panel": 12, "Incident plan": 93, "Vendor register": 45 };
  for (const [title, qualityScore] of Object.entries(scores))
    await product.orm.em.fork().nativeUpdate(Evidence, { title }, { qualityScore });
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/evidence?page=1`);
  const newest = ["Vendor register", "Alarm panel", "Incident plan", "Access review"];
  await expectRows(page, ...newest);
  expect(await page.locator("th[aria-sort]").count()).toBe(0);
  await press(page, "Evidence");
  await expectRows(page, "Access review", "Alarm panel", "Incident plan", "Vendor register");
  expect(await header(page, "Evidence").getAttribute("aria-sort")).toBe("ascending");
  await press(page, "Quality");
  await expectRows(page, "Incident plan", "Access review", "Vendor register", "Alarm panel");
  expect(await header(page, "Quality").getAttribute("aria-sort")).toBe("descending");
  expect(await header(page, "Evidence").getAttribute("aria-sort")).toBeNull();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await expectRows(page, "Incident plan", "Access review");
  await header(page, "Quality").getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expectRows(page, "Alarm panel", "Vendor register", "Access review", "Incident plan");
  expect(await header(page, "Quality").getAttribute("aria-sort")).toBe("ascending");
  await page.keyboard.press("Space");
  await expectRows(page, ...newest);
  expect(new URL(page.url()).search).not.toMatch(/sort|order/);
  await page.setViewportSize(PHONE);
  await press(page, "Evidence");
  await expectRows(page, "Access review", "Alarm panel");
  await expectNoSidewaysScroll(page);
});

test("findings to work on come before those that are done, the newest first", async () => {
  const { page, stage, comeIn } = journey;
  for (const title of ["Started", "Open", "Reopened", "False alarm"]) {
    const body = { project_id: stage.projectId, title: `${title} of the order`, severity: "Info" };
    const { data } = await stage.auditor.send("POST", "/api/findings", body);
    const to = {
      Started: { status: "in-progress" },
      "False alarm": { status: "false-positive", reason: "No" },
    };
    if (title in to)
      await stage.manager.send("PATCH", `/api/findings/${data.id}`, to[title as keyof typeof to]);
  }
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings?q=of the order`);
  await expectRows(page, "Reopened", "Open", "Started", "False alarm");
  await press(page, "Status");
  await expectRows(page, "Reopened", "Open", "Started", "False alarm");
  await press(page, "Status");
  await expectRows(page, "False alarm", "Started", "Open", "Reopened");
});

test("findings are sorted by severity, worst first, from the first page", async () => {
  const { page, stage, comeIn } = journey;
  for (const severity of ["Low", "Critical", "Medium"]) {
    const body = { project_id: stage.projectId, title: `${severity} one`, severity };
    await stage.auditor.send("POST", "/api/findings", body);
  }
  await comeIn(
    stage.manager.email,
    `/projects/${stage.projectId}/findings?severity=Low,Medium,Critical&page=1`,
  );
  await press(page, "Severity");
  await expectRows(page, "Critical one", "Medium one", "Low one");
  expect(new URL(page.url()).searchParams.has("page")).toBe(false);
  await press(page, "Severity");
  await expectRows(page, "Low one", "Medium one", "Critical one");
  await press(page, "Finding");
  await expectRows(page, "Critical one", "Low one", "Medium one");
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("projects and people are sorted by name, also in German", async () => {
  const { stage, product, open } = journey;
  const admin = await product.signIn("admin");
  for (const name of ["Zebra", "Aardvark"]) {
    const body = { name, framework: "iso27001", customer_id: stage.customer.id, team_members: [] };
    const { data } = await admin.send("POST", "/api/v1/projects", body);
    expect(data.name).toBe(name);
  }
  const german = await open({ locale: "de-DE" });
  await enter(german, admin.email, "/projects?q=a&order=desc");
  const { page } = german;
  await press(page, "Name");
  await expectRows(page, "Aardvark", "Example Cloud", "Zebra");
  await press(page, "Name");
  await expectRows(page, "Zebra", "Example Cloud", "Aardvark");
  // A phone shows the status below the name.
  await page.setViewportSize(PHONE);
  await header(page, "Status").waitFor({ state: "hidden" });
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button", { name: "Status" }).click();
  await page.waitForURL(/sort=status/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/settings/people?q=e&sort=name&order=desc");
  await expectRows(page, "Morgan Manager", "Casey Customer", "Audrey Auditor");
  await press(page, "Name");
  expect(await header(page, "Name").getAttribute("aria-sort")).toBeNull();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("controls are sorted across their categories, which come back with the default order", async () => {
  const { page, stage, comeIn } = journey;
  const path = `/api/v1/projects/${stage.projectId}/controls/CC8.1`;
  await stage.manager.send("PUT", path, { owner_id: stage.customer.id });
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/controls`);
  await expectRows(page, "Control environment", "CC1.1");
  await press(page, "Owner");
  await expectRows(page, "CC8.1", "CC1.1");
  expect(await header(page, "Owner").getAttribute("aria-sort")).toBe("ascending");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await expectRows(page, "Casey Customer", "CC1.1");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await press(page, "Control");
  await press(page, "Control");
  await press(page, "Control");
  await expectRows(page, "Control environment", "CC1.1");
});

test("the numbers of many pages fit in one line of a phone", async () => {
  const { page, stage, comeIn } = journey;
  const csv = ["id,title,severity", ...Array.from({ length: 260 }, (_, n) => `${n},Row ${n},low`)].join("\n");
  const rows = { project_id: stage.projectId, integration: "Many rows", csv };
  expect((await stage.manager.send("POST", "/api/findings/import", rows)).status).toBe(200);
  await page.setViewportSize(PHONE);
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings?page=5`);
  const top = async (name: string) =>
    (await page.getByRole("button", { name, exact: true }).boundingBox())!.y;
  await page.getByRole("button", { name: "5", exact: true }).waitFor();
  expect(await top("Next page")).toBe(await top("Previous page"));
});
