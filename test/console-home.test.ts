import { expect, test } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { Project } from "../domain/projects/project.entity.ts";
import { setUpEvidenceJourneys } from "./support/console-visit.ts";

const journey = setUpEvidenceJourneys();

const PAGE_ROWS = 25;
const TOTAL = 28;

/** Answers with pages of copies of the evidence in the project. */
async function answerWithCopies(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  const page = Number(url.searchParams.get("page") ?? 1);
  url.searchParams.delete("status");
  url.searchParams.delete("page");
  const response = await route.fetch({ url: url.href });
  const answer = (await response.json()) as { data: { evidence: object[]; pagination: object } };
  const first = (page - 1) * PAGE_ROWS;
  answer.data.evidence = Array.from({ length: Math.min(PAGE_ROWS, TOTAL - first) }, (_, n) => ({
    ...answer.data.evidence[0],
    id: `00000000-0000-4000-8000-0000000000${10 + first + n}`,
    title: `Expired ${first + n + 1}`,
  }));
  answer.data.pagination = { page, limit: PAGE_ROWS, total: TOTAL, pages: 2 };
  await route.fulfill({ response, json: answer });
}

async function expectAll(page: Page, list: string, rows: RegExp): Promise<void> {
  const card = page.getByRole("region", { name: list });
  const more = card.getByRole("button", { name: "Show more" });
  const links = card.getByRole("link", { name: rows });
  await more.click();
  await links.nth(PAGE_ROWS - 1).waitFor();
  expect(await links.count()).toBe(PAGE_ROWS);
  await more.focus();
  await page.keyboard.press("Enter");
  await links.nth(TOTAL - 1).waitFor();
  await more.waitFor({ state: "detached" });
  await card.getByRole("list", { name: list }).and(page.locator(":focus")).waitFor();
}

test("the start page shows all evidence to replace, page by page", async () => {
  const { page, stage, comeIn } = journey;
  await page.route(/\/api\/v1\/evidence\?.*status=expired/, answerWithCopies);
  await comeIn(stage.customer.email, "/");
  await expectAll(page, "Evidence to replace", /^Expired /);
});

test("the start page shows all findings of a user, page by page", async () => {
  const { page, stage, comeIn } = journey;
  const { customer, auditor, projectId: project_id } = stage;
  const body = { project_id, severity: "Low", assigned_to: customer.id };
  for (let n = 1; n <= TOTAL; n += 1)
    await auditor.send("POST", "/api/findings", { ...body, title: `Piled up ${n}` });
  await comeIn(customer.email, "/");
  await expectAll(page, "Findings assigned to you", /^Piled up /);
});

test("the start page of a user whose projects are completed keeps their tasks, and leads to the projects", async () => {
  const { page, product, stage, comeIn } = journey;
  const { projectId: id, customer } = stage;
  await product.orm.em.fork().nativeUpdate(Project, { id }, { status: "completed" });
  await comeIn(customer.email, "/");
  const mine = page.getByRole("region", { name: "My projects" });
  await mine.getByText("None of your projects is active").waitFor();
  await page.getByRole("region", { name: "Findings assigned to you" }).waitFor();
  await mine.getByRole("link", { name: "1 project" }).click();
  await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
});

test("the start page shows the milestones that wait in all projects of a user", async () => {
  const { page, product, stage, comeIn } = journey;
  const { customer } = stage;
  const admin = await product.signIn("admin");
  const add = async (project: string, name: string, days: number) => {
    const body = { name, due_date: new Date(Date.now() + days * 86_400_000).toISOString() };
    await admin.send("POST", `/api/v1/projects/${project}/milestones`, body);
  };
  for (let n = 7; n >= 1; n -= 1) {
    const body = { name: `Client ${n}`, framework: "soc2", customer_id: customer.id };
    const { data } = await admin.send("POST", "/api/v1/projects", body);
    for (let m = 1; m <= 4; m += 1) await add(data.id, `Due ${n} ${m}`, 4 * n - m + 1);
    await add(data.id, "Next year", 365);
  }
  await comeIn(customer.email, "/");
  await expectAll(page, "Milestones", /^Due /);
  const rows = page.getByRole("region", { name: "Milestones" }).getByRole("listitem");
  expect([await rows.first().textContent(), await rows.last().textContent()]).toEqual([
    expect.stringMatching(/^Due 1 4.*Client 1$/),
    expect.stringMatching(/^Due 7 1.*Client 7$/),
  ]);
});
