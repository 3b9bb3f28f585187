import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { goTo } from "./support/console.ts";
import { pdfOf } from "./support/console-stage.ts";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { waitFor } from "./support/wait-for.ts";

const journey = setUpDeskJourneys();
let otherId: string;

beforeAll(async () => {
  const { product, stage } = journey;
  const admin = await product.signIn("admin");
  const { data } = await admin.send("POST", "/api/v1/projects", {
    name: "Other Cloud: SOC 2",
    framework: "soc2",
    customer_id: stage.customer.id,
    auditor_id: stage.auditor.id,
  });
  otherId = data.id;
  await stage.auditor.send("POST", "/api/findings", {
    project_id: stage.projectId,
    title: "Open port",
    severity: "High",
  });
});

const signOut = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name: new RegExp(name) }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
};

test("what was typed in one project stays there", async () => {
  const { page, stage, visit, comeIn } = journey;
  await comeIn(stage.auditor.email, `/audits/${stage.projectId}`);
  const what = page.getByRole("textbox", { name: "What is missing" });
  await what.fill("The list of leavers");
  await goTo(visit, `/audits/${otherId}`);
  await what.waitFor();
  expect(await what.inputValue()).toBe("");
  await goTo(visit, `/audits/${stage.projectId}`);
  await what.waitFor();
  expect(await what.inputValue()).toBe("The list of leavers");
});

test("the rows of one project are not shown as those of another while these are loading", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email, `/projects/${stage.projectId}/findings`);
  const finding = page.getByRole("link", { name: "Open port" });
  await finding.waitFor();
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api/findings?project_id=${otherId}**`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  const request = page.waitForRequest((one) => one.url().includes(`/findings?project_id=${otherId}`));
  await page.evaluate(`history.pushState(null, "", "/projects/${otherId}/findings")`);
  await request;
  await page.getByRole("main").getByRole("status", { name: "Loading" }).first().waitFor();
  expect(await finding.count()).toBe(0);
  answer.resolve();
  await page.getByText("No findings").first().waitFor();
});

test("a search field shows what the address says", async () => {
  const { page, stage, visit, comeIn } = journey;
  const findings = `/projects/${stage.projectId}/findings`;
  await comeIn(stage.customer.email, findings);
  const field = page.getByRole("searchbox").first();
  await field.fill("port");
  await page.waitForURL(/q=port/);
  await goTo(visit, findings);
  await waitFor(
    () => field.inputValue(),
    (text) => text === "",
  );
  await page.getByRole("link", { name: "Open port" }).waitFor();
});

test("a page that a list no longer has is its last one", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email, "/projects?page=7");
  expect(await isShown(page.getByRole("main").getByRole("link", { name: "Example Cloud: SOC 2" }))).toBe(
    true,
  );
  expect(new URL(page.url()).searchParams.get("page")).not.toBe("7");
});

test("the way back leads to the row that was left, in a list that scrolls", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email, `/projects/${stage.projectId}/controls`);
  await page.getByText("CC1.1", { exact: true }).first().waitFor();
  await page.evaluate("window.scrollTo(0, 1_000)");
  await page.waitForFunction("window.scrollY === 1_000");
  await page.getByRole("link", { name: "All projects" }).click();
  await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
  expect(await page.evaluate("window.scrollY")).toBe(0);
  await page.goBack();
  await page.waitForFunction("window.scrollY === 1_000");
});

test("what was deleted elsewhere while it was being read is not requested for ever", async () => {
  const { page, stage, visit, comeIn } = journey;
  // Without a worker, nothing reads it.
  const { data } = await stage.customer.upload(
    { name: "Waiting.pdf", bytes: await pdfOf("Waiting") },
    { project_id: stage.projectId, control_id: "CC1.1", title: "Waiting" },
  );
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.clock.install();
  await comeIn(stage.customer.email, `/evidence/${data.id}`);
  await page.getByText("Being read").first().waitFor();
  const gone = page.waitForResponse((one) => one.url().includes(data.id) && one.status() === 404);
  expect((await stage.customer.send("DELETE", `/api/v1/evidence/${data.id}`)).status).toBeLessThan(300);
  await gone;
  // Each of its requests may learn it by one of its own.
  await page.clock.runFor(10_000);
  await visit.quiet();
  const before = requests.length;
  await page.clock.runFor(10_000);
  await visit.quiet();
  expect(requests.slice(before).filter((url) => url.includes(data.id))).toEqual([]);
});

test("another user of the same window finds neither the pages nor the input of the one whose session has ended", async () => {
  const { page, product, stage, visit, comeIn } = journey;
  const leaver = await product.signIn("manager");
  const { name } = (await leaver.get("/api/v1/auth/profile")).data;
  await comeIn(leaver.email, "/settings/webhooks?webhook=new");
  await page.getByRole("dialog").getByRole("textbox", { name: "Description" }).fill("A leaver's own words");
  await product.orm.em
    .fork()
    .execute("update sessions set revoked_at = now() where user_id = ?", [leaver.id]);
  await page.evaluate(`history.pushState(null, "", "/projects")`);
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  // The same user would get the input back.
  expect(await page.evaluate("JSON.stringify({ ...sessionStorage })")).toContain("A leaver's own words");
  await page.goBack();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(await page.getByText(name).count()).toBe(0);
  await visit.signIn(stage.customer.email);
  await page.getByRole("button", { name: /Casey Customer/ }).waitFor();
  expect(await page.evaluate("JSON.stringify({ ...sessionStorage })")).not.toContain("A leaver's own words");
});

test("a user who cannot be signed out stays signed in, and sees why", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email, "/me");
  await page.route("**/api/v1/auth/session", (route) => route.abort());
  await signOut(page, "Casey Customer");
  await page.getByText("The service cannot be reached").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/me");
  await page.unroute("**/api/v1/auth/session");
  await signOut(page, "Casey Customer");
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
});

test("the console works with an API that does not yet say which preferences were never set", async () => {
  const { page, stage, comeIn } = journey;
  await page.route("**/api/v1/auth/profile", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data?: Record<string, unknown> };
    if (body.data !== undefined) delete body.data["unset_preferences"];
    await route.fulfill({ response: answer, json: body });
  });
  await comeIn(stage.customer.email, "/me");
  expect(await isShown(page.getByRole("combobox", { name: "Time zone" }))).toBe(true);
  await page.unrouteAll({ behavior: "wait" });
});

test("what was searched for, and what the notifications show, survives a reload", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.auditor.email, "/projects");
  const search = page.getByRole("dialog", { name: "Search" });
  const text = search.getByRole("combobox", { name: "Search", exact: true });
  await page.keyboard.press("Control+k");
  await text.fill("leavers");
  const pdf = search.getByRole("button", { name: "PDF" });
  await pdf.click();
  await page.waitForURL(/find=leavers.*findFormat=pdf|findFormat=pdf.*find=leavers/);
  await page.reload();
  await text.waitFor();
  expect([await text.inputValue(), await pdf.getAttribute("aria-pressed")]).toEqual(["leavers", "true"]);
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/projects$/);
  await page.keyboard.press("n");
  await page.getByText("All", { exact: true }).click();
  await page.waitForURL(/notifications=all/);
  await page.reload();
  const all = page.getByRole("radio", { name: "All", exact: true, checked: true });
  await all.waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/projects$/);
});

test("the search opens on a phone too, where the navigation is closed", async () => {
  const { stage, open } = journey;
  const { page, startSession } = await open({ viewport: { width: 360, height: 780 } });
  await startSession(stage.auditor.email);
  await page.goto("/projects?findFormat=pdf");
  await page.getByRole("combobox", { name: "Search", exact: true }).fill("leavers");
});
