import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { ScoreSnapshot } from "../domain/compliance/score-snapshot.entity.ts";
import type { Visit } from "./support/console.ts";
import type { ProjectStage } from "./support/console-stage.ts";
import { enter, isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import type { Product } from "./support/product.ts";

const PHONE = { width: 360, height: 740 };

const journey = setUpDeskJourneys();
let product: Product;
let stage: ProjectStage;
let visit: Visit;
let page: Page;
beforeEach(() => void ({ product, stage, visit, page } = journey));

const signIn = (email: string, path?: string): Promise<void> => journey.comeIn(email, path);

const raise = async (title: string): Promise<string> => {
  const body = {
    project_id: stage.projectId,
    title,
    severity: "Medium",
    assigned_to: stage.customer.id,
  };
  return (await stage.auditor.send("POST", "/api/findings", body)).data.id;
};
const statusOf = async (id: string): Promise<unknown> =>
  (await stage.manager.get(`/api/findings/${id}`)).data.status;

describe("by keyboard", () => {
  test("the search opens a project, one of its controls, a page and a user", async () => {
    await signIn(stage.manager.email);
    const search = page.getByRole("combobox", { name: "Search", exact: true });
    await page.keyboard.press("Control+k");
    await search.fill("SOC 2");
    await page.getByRole("option", { name: /^Project/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Example Cloud: SOC 2", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await search.fill("CC6.2");
    await page.getByRole("option", { name: /^Control/ }).waitFor();
    await page.getByRole("option", { name: /^Project/ }).waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: /^CC6\.2/ }).waitFor();
    await page.keyboard.press("Control+k");
    await search.fill("All projects");
    await page.getByRole("option", { name: /^Page/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await search.fill("Webhooks");
    await page.getByRole("option", { name: /^Page.*Webhooks/ }).click();
    await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await search.fill("Morgan");
    await page.getByRole("option", { name: /^Person.*Morgan Manager/ }).click();
    expect(await isShown(page.getByRole("dialog", { name: "Morgan Manager" }))).toBe(true);
  });

  test("the first key moves to the content, and closing a panel restores the focus", async () => {
    await signIn(stage.manager.email, `/projects/${stage.projectId}/controls`);
    await page.getByRole("row", { name: /^CC1\.1/ }).waitFor();
    await page.reload();
    await page.getByRole("row", { name: /^CC1\.1/ }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("location.hash")).toBe("#main");
    const link = page.getByRole("row", { name: /^CC1\.2/ }).getByRole("link");
    await link.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: /^CC1\.2/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await link.and(page.locator(":focus")).count()).toBe(1);
  });
});

describe("the state in the URL", () => {
  test("is kept: filters, and the open control", async () => {
    await signIn(stage.auditor.email, `/projects/${stage.projectId}/controls?q=CC7&control=CC7.2`);
    await page.getByRole("dialog", { name: /^CC7\.2/ }).waitFor();
    const find = page.getByRole("searchbox", { name: "Find a control" });
    expect(await find.inputValue()).toBe("CC7");
    expect(await page.getByRole("row", { name: /^CC6/ }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.goBack();
    expect(await isShown(page.getByRole("dialog", { name: /^CC7\.2/ }))).toBe(true);
  });

  test("that is invalid is ignored, and the page is shown anyway", async () => {
    await signIn(stage.auditor.email, `/projects/${stage.projectId}?asOf=yesterday&why=nobody`);
    expect(await isShown(page.getByRole("heading", { name: "Example Cloud: SOC 2", level: 1 }))).toBe(true);
  });

  test("shows the figures of a past day, and today's again", async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await product.orm.em.fork().insert(ScoreSnapshot, {
      project: stage.projectId,
      day: yesterday,
      takenAt: new Date(),
      overall: 42,
      categories: { security: 42 },
      coverage: { total: 61, complete: 20, in_progress: 11, not_started: 30 },
      quality: { total: 0, high_quality: 0, good_quality: 0, needs_improvement: 0 },
      progress: {},
      risk: { score: 85, level: "High", counted: 3 },
    });
    await signIn(stage.manager.email, `/projects/${stage.projectId}`);
    const [score, risk] = ["Compliance score", "Risk"].map((name) =>
      page.getByRole("region", { name, exact: true }),
    );
    await risk!.getByText("Low").waitFor();
    const day = page.getByLabel("Figures for");
    await day.fill(yesterday);
    await page.waitForURL(new RegExp(`asOf=${yesterday}`));
    await score!.getByText("42%").waitFor();
    await risk!.getByText("High").waitFor();
    await risk!.getByText("85").waitFor();
    await page.getByText("What to do next is known for today only.").waitFor();
    await page.getByRole("region", { name: "Next milestone" }).getByRole("link").click();
    await page.getByRole("dialog", { name: "Milestones" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await score!.getByText("42%").waitFor();
    await day.fill("2020-02-29");
    await page.getByText("There are no figures for 29 Feb 2020").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.getByRole("button", { name: "Today", exact: true }).click();
    await page.waitForURL((url) => !url.search.includes("asOf"));
    await risk!.getByText("Low").waitFor();
    expect(await day.inputValue()).toBe(new Date().toISOString().slice(0, 10));
  });
});

describe("a finding", () => {
  test("whose risk is accepted until a day can be opened again with a reason", async () => {
    const id = await raise("Backups in one region");
    await signIn(stage.manager.email, `/projects/${stage.projectId}/findings?finding=${id}`);
    const panel = page.getByRole("dialog", { name: "Backups in one region" });
    await panel.getByRole("button", { name: "Accept the risk…" }).click();
    await panel.getByRole("textbox", { name: "Risk accepted: why?" }).fill("Next year's budget");
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const shownDay = (day: string) =>
      new Date(day).toLocaleDateString("en-GB", { dateStyle: "medium", timeZone: "UTC" });
    const inThirtyDays = dayIn(30);
    const until = panel.getByLabel("Accepted until");
    await until.fill("2020-02-29");
    await panel.getByRole("button", { name: "Accept the risk", exact: true }).click();
    await until.and(page.locator(":focus:invalid")).waitFor();
    await until.fill(inThirtyDays);
    await page.reload();
    await panel.getByRole("button", { name: "Accept the risk", exact: true }).click();
    await panel.getByRole("button", { name: "Open again…" }).waitFor();
    expect(await statusOf(id)).toBe("accepted");
    await panel
      .getByRole("definition")
      .filter({ hasText: shownDay(inThirtyDays) })
      .waitFor();
    await panel.getByRole("button", { name: "Change the acceptance…" }).click();
    expect(await until.inputValue()).toBe(inThirtyDays);
    expect(await panel.getByRole("textbox", { name: "Risk accepted: why?" }).inputValue()).toBe(
      "Next year's budget",
    );
    await until.fill(dayIn(60));
    await panel.getByRole("button", { name: "Accept the risk", exact: true }).click();
    await panel
      .getByRole("definition")
      .filter({ hasText: shownDay(dayIn(60)) })
      .waitFor();
    await panel.getByRole("button", { name: "Open again…" }).click();
    await panel.getByRole("textbox", { name: "Open: why?" }).fill("It is in this year's after all");
    await page.keyboard.press("Control+Enter");
    await panel.getByRole("button", { name: "Start" }).waitFor();
    expect(await statusOf(id)).toBe("open");
  });

  test("is started and resolved by a customer, who makes no decisions", async () => {
    const id = await raise("Weak cipher");
    await signIn(stage.customer.email, `/projects/${stage.projectId}/findings?finding=${id}`);
    const panel = page.getByRole("dialog", { name: "Weak cipher" });
    await panel.getByRole("button", { name: "Start" }).click();
    await panel.getByRole("button", { name: "Resolve…" }).waitFor();
    for (const name of ["Close", "Accept the risk…", "False positive…"])
      expect(await panel.getByText(name, { exact: true }).count()).toBe(0);
    expect(await statusOf(id)).toBe("in-progress");
  });

  test("keeps the input if the session ends before it is saved", async () => {
    const id = await raise("Old library");
    await signIn(stage.manager.email, `/projects/${stage.projectId}/findings?finding=${id}`);
    const words = page.getByRole("textbox", { name: "Write a comment" });
    await words.fill("It is gone with the next release.");
    await product.orm.em
      .fork()
      .execute("update sessions set revoked_at = now() where user_id = ?", [stage.manager.id]);
    await page.reload();
    await visit.signIn(stage.manager.email);
    await words.waitFor();
    expect(await words.inputValue()).toBe("It is gone with the next release.");
  });

  test("is found by severity and text", async () => {
    await raise("Forgotten host");
    await signIn(stage.auditor.email, `/projects/${stage.projectId}/findings`);
    await page.getByRole("searchbox", { name: "Find a finding" }).fill("Forgotten");
    await page.waitForURL(/q=Forgotten/);
    await page.getByText("1 finding", { exact: true }).waitFor();
    await page.getByRole("combobox", { name: "Severity" }).click();
    await page.getByRole("option", { name: "Critical" }).click();
    expect(await isShown(page.getByText("No findings"))).toBe(true);
  });
});

describe("the console", () => {
  test("reports that the browser is offline, and loads what was opened once it is back", async () => {
    await signIn(stage.manager.email, `/projects/${stage.projectId}/controls`);
    const control = page.getByRole("link", { name: "Integrity and ethical conduct" });
    await control.waitFor();
    await visit.context.setOffline(true);
    await page.getByText("You are offline. This page may be out of date.").waitFor();
    await control.click();
    const problems = page.getByRole("dialog").getByText("The service cannot be reached");
    await problems.first().waitFor();
    await visit.context.setOffline(false);
    await page.getByText("You are offline. This page may be out of date.").waitFor({ state: "detached" });
    await problems.first().waitFor({ state: "detached" });
    expect(await problems.count()).toBe(0);
  });

  test("has its navigation behind a button on a phone", async () => {
    await page.setViewportSize(PHONE);
    await signIn(stage.customer.email);
    await page.getByRole("button", { name: "Open the menu" }).click();
    await page.getByRole("link", { name: "All projects" }).click();
    await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
    expect(await isShown(page.getByRole("button", { name: "Open the menu" }))).toBe(true);
  });

  test("formats numbers and dates in the user's language", async () => {
    const opened = await journey.open({ locale: "de-DE" });
    await enter(opened, stage.manager.email, `/projects/${stage.projectId}`);
    const { page: german } = opened;
    expect(await isShown(german.getByText("15.01.2100"))).toBe(true);
    await german.route("**/api/findings?**", async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { pagination: { total: number } } };
      answer.data.pagination.total = 12_345;
      await route.fulfill({ response, json: answer });
    });
    await german.getByRole("link", { name: "Feststellungen", exact: true }).click();
    expect(await isShown(german.getByText("12.345 Feststellungen"))).toBe(true);
  });
});

test("the start page shows five of the findings of a user, and on request all", async () => {
  const { page, stage, comeIn } = journey;
  const { projectId: project_id, manager, auditor } = stage;
  const body = { project_id, severity: "Low", assigned_to: manager.id };
  for (let n = 1; n <= 6; n++)
    await auditor.send("POST", "/api/findings", { ...body, title: `Piled up ${n}` });
  await comeIn(manager.email, "/");
  const mine = page.getByRole("region", { name: "Findings assigned to you" });
  const rows = mine.getByRole("link", { name: /^Piled up / });
  const all = mine.getByRole("button", { name: /^Show all \d+$/ });
  await all.waitFor();
  expect(await rows.count()).toBeLessThan(6);
  await all.click();
  await rows.nth(5).waitFor();
});
