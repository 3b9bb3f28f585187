import { expect, test } from "@jest/globals";
import { goTo } from "./support/console.ts";
import { setUpDeskJourneys } from "./support/console-visit.ts";

const journey = setUpDeskJourneys();

const ROLES = ["customer", "auditor", "manager", "admin"] as const;
type Role = (typeof ROLES)[number];

/** Pages by their names in the navigation, and for whom they are. */
const PAGES: [path: string, name: string, roles: readonly Role[]][] = [
  ["/review", "Review", ["auditor", "manager", "admin"]],
  ["/audits", "Audits", ["auditor"]],
  ["/settings/people", "People", ["manager", "admin"]],
  ["/settings/api-keys", "API keys", ROLES],
  ["/settings/webhooks", "Webhooks", ROLES],
  ["/settings/workflows", "Failed workflows", ["admin"]],
  ["/settings/audit-log", "Audit log", ["auditor", "manager", "admin"]],
  ["/settings/integrations", "Integrations", ["admin"]],
  ["/settings/oauth-clients", "OAuth clients", ["admin"]],
  ["/settings/identity-providers", "Identity providers", ["admin"]],
  ["/settings/system", "System health", ["admin"]],
];

/** The requests of the page that the API refuses. */
function refusals(): string[] {
  const refused: string[] = [];
  journey.page.on("response", (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
  });
  return refused;
}

test.each(ROLES)("a %s sees links only to permitted pages", async (role) => {
  const { page, visit, product, comeIn: signIn } = journey;
  const refused = refusals();
  const person = await product.signIn(role);
  await signIn(person.email);
  const navigation = page.getByRole("navigation", { name: "Main" });
  await navigation.getByRole("link", { name: "API keys" }).waitFor();
  for (const [path, name, roles] of PAGES) {
    const isTheirs = roles.includes(role);
    expect([name, await navigation.getByRole("link", { name }).count()]).toEqual([name, isTheirs ? 1 : 0]);
    await goTo(visit, path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    const isMissing = (await page.getByText("Page not found").count()) > 0;
    expect([path, isMissing]).toEqual([path, !isTheirs]);
  }
  expect(refused).toEqual([]);
});

test("an address without a page keeps the navigation", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email, "/no/such/page");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All projects" }).click();
  await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
  expect(page.url()).toMatch(/\/projects$/);
});

test.each(ROLES)("the pages of a project request only what a %s may read", async (role) => {
  const { page, visit, product, stage, comeIn: signIn } = journey;
  const refused = refusals();
  const person = role === "admin" ? await product.signIn("admin") : stage[role];
  await signIn(person.email);
  for (const place of ["policies", "reports", "assistant", "questionnaires"]) {
    await goTo(visit, `/projects/${stage.projectId}/${place}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  }
  await visit.quiet();
  const mayUpload = role !== "auditor";
  await page.getByText("No questionnaires").waitFor();
  expect(await page.getByRole("button", { name: "Upload a questionnaire" }).count()).toBe(mayUpload ? 1 : 0);
  expect(refused).toEqual([]);
});

test("a refused export of the audit log leaves the page as it is", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, "/settings/audit-log");
  const refusal = { status: 429, contentType: "application/json", body: "{}" };
  await page.context().route("**/audit-log/export*", (route) => route.fulfill(refusal));
  const answer = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  await answer;
  expect(new URL(page.url()).pathname).toBe("/settings/audit-log");
  await page.getByRole("heading", { name: "Audit log", level: 1 }).waitFor();
});

test("the start page loads no selects and other fields, which it does not show", async () => {
  const { visit, page, stage, comeIn } = journey;
  await comeIn(stage.manager.email);
  await visit.quiet();
  const urls = await page.evaluate<string[]>(
    `performance.getEntriesByType("resource").map(({ name }) => name)`,
  );
  const scripts = urls.filter((url) => url.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((url) => /\/(second|fields)-/.test(url))).toEqual([]);
});
