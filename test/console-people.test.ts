import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { TOTP } from "otpauth";
import { TotpFactor } from "../domain/identity/second-factor.entity.ts";
import type { Visit } from "./support/console.ts";
import type { ProjectStage } from "./support/console-stage.ts";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { PASSWORD } from "./support/people.ts";
import type { Product } from "./support/product.ts";

const journey = setUpDeskJourneys();
let product: Product;
let stage: ProjectStage;
let visit: Visit;
let page: Page;
beforeEach(() => void ({ product, stage, visit, page } = journey));

const signIn = (email: string, path?: string): Promise<void> => journey.comeIn(email, path);

const pathNow = (): string => new URL(page.url()).pathname;

test("a manager without projects begins with one, on the first page too", async () => {
  const { email } = await product.signIn("manager");
  await signIn(email);
  await page.getByRole("main").getByRole("link", { name: "New project" }).click();
  await page.getByRole("heading", { name: "New project", level: 1 }).waitFor();
  await page.goto("/projects?q=nowhere");
  expect(await isShown(page.getByText("No project matches"))).toBe(true);
});

describe("signing in", () => {
  test("refuses a wrong password with the API's message, and then continues to the requested page", async () => {
    await page.goto(`/projects/${stage.projectId}/controls?q=CC6`);
    await visit.signIn(stage.manager.email, "not my password");
    expect(await page.getByRole("alert").textContent()).toBe("The e-mail address or the password is wrong");
    await visit.signIn(stage.manager.email);
    await page.getByRole("heading", { name: "Controls", level: 1 }).waitFor();
    expect(page.url()).toContain(`/projects/${stage.projectId}/controls?q=CC6`);
  });

  test("asks for the second factor of users who have one", async () => {
    const person = await product.signIn("customer");
    const { data } = await person.send("POST", "/api/v1/auth/totp", { password: PASSWORD });
    const code = (): string => new TOTP({ secret: data.secret }).generate();
    await person.send("POST", "/api/v1/auth/totp/confirm", { code: code() });
    await product.orm.em.fork().nativeUpdate(TotpFactor, { user: person.id }, { lastStep: 0 });
    await page.goto("/");
    await visit.signIn(person.email);
    await page.getByRole("textbox", { name: "Code" }).fill(code());
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    expect(await isShown(page.getByRole("heading", { name: "Home", level: 1 }))).toBe(true);
  });

  test("leads to the page for a new password, which is set in the console's font", async () => {
    await page.goto("/sign-in");
    await page.getByRole("link", { name: /forgot/i }).click();
    await page.getByRole("button", { name: "Send me a link" }).waitFor();
    const loaded = `document.fonts.ready.then((fonts) =>
        [...fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll('"', "")))`;
    expect(await page.evaluate(loaded)).toContain("Inter Variable");
  });

  test("leads only to our own pages", async () => {
    await page.goto("/sign-in?to=//evil.example.com/");
    await visit.signIn(stage.manager.email);
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    expect(pathNow()).toBe("/");
  });

  test("leaves nothing that scripts can read, and is ended by signing out", async () => {
    await signIn(stage.manager.email);
    const readable = await page.evaluate(
      "[document.cookie, JSON.stringify({ ...sessionStorage, ...localStorage })]",
    );
    expect(readable).toEqual(["", expect.not.stringMatching(/eyJ|console=/)]);
    const [cookie] = await visit.context.cookies();
    expect(cookie).toMatchObject({ name: "console", httpOnly: true, sameSite: "Strict" });
    await page.getByRole("button", { name: "Morgan Manager" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.goto("/projects");
    expect(await isShown(page.getByRole("heading", { name: "Sign in" }))).toBe(true);
  });

  test("is required again after the session was ended elsewhere, and returns to the same page", async () => {
    await signIn(stage.manager.email, "/projects");
    const project = page.getByRole("link", { name: "Example Cloud: SOC 2" }).first();
    await project.waitFor();
    // Otherwise a request of the list itself could notice the end of the session before the click.
    const ended = Promise.withResolvers<void>();
    await page.route("**/api/**", async (route) => {
      await ended.promise;
      await route.continue();
    });
    await project.click();
    await product.orm.em
      .fork()
      .execute("update sessions set revoked_at = now() where user_id = ?", [stage.manager.id]);
    ended.resolve();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByText("Your session has ended.").waitFor();
    await visit.signIn(stage.manager.email);
    await page.getByRole("heading", { name: "Example Cloud: SOC 2", level: 1 }).waitFor();
    expect(pathNow()).toBe(`/projects/${stage.projectId}`);
  });
});

describe("the console itself", () => {
  test("keeps the chosen theme and language", async () => {
    await signIn(stage.manager.email);
    const menu = () => page.getByRole("button", { name: "Morgan Manager" }).click();
    await menu();
    await page.getByRole("menuitem", { name: "Dark" }).click();
    await menu();
    await page.getByRole("menuitem", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Start", level: 1 }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Start", level: 1 }).waitFor();
    const html = page.locator("html");
    expect([await html.getAttribute("data-mantine-color-scheme"), await html.getAttribute("lang")]).toEqual([
      "dark",
      "de",
    ]);
  });

  test("lists the keyboard shortcuts of the page", async () => {
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await signIn(stage.manager.email);
    await page.keyboard.press("Shift+?");
    await keys.getByText("Search", { exact: true }).waitFor();
    expect(await keys.getByText("On this page").count()).toBe(0);
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    await page.getByRole("link", { name: /^Review/ }).click();
    await page.getByRole("heading", { name: "Review", level: 1 }).waitFor();
    await page.keyboard.press("Shift+?");
    await keys.getByText("Approve", { exact: true }).waitFor();
  });

  test("reports that the service is unavailable, and continues once it is back", async () => {
    await signIn(stage.manager.email);
    await page.route("**/api/v1/projects?*", (route) => route.abort());
    await page.getByRole("link", { name: "All projects" }).click();
    await page.getByRole("alert").getByText("The service cannot be reached").waitFor();
    await page.unroute("**/api/v1/projects?*");
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await isShown(page.getByRole("row", { name: /Example Cloud: SOC 2/ }))).toBe(true);
  });

  test("has a page for unknown addresses", async () => {
    await signIn(stage.manager.email, "/");
    await page.goto("/no/such/page");
    await page.getByRole("link", { name: "Go to the start page" }).click();
    expect(await isShown(page.getByRole("heading", { name: "Home", level: 1 }))).toBe(true);
  });
});

describe("two users at once", () => {
  test("see each other's changes before they replace them, and lose no input", async () => {
    const { data } = await stage.auditor.send("POST", "/api/findings", {
      project_id: stage.projectId,
      title: "Port 22 is open",
      severity: "Low",
      assigned_to: stage.manager.id,
    });
    await signIn(stage.manager.email, `/projects/${stage.projectId}/findings?finding=${data.id}`);
    const panel = page.getByRole("dialog", { name: "Port 22 is open" });
    await panel.getByRole("button", { name: "Start" }).click();
    await panel.getByRole("button", { name: "Resolve…" }).click();
    const reason = panel.getByRole("textbox", { name: "What was done?" });
    await reason.fill("It was the test network");
    const path = `/api/findings/${data.id}/comments`;
    await stage.auditor.send("POST", path, { text: "Please add a scan" });
    await panel.getByRole("button", { name: "Resolve", exact: true }).click();
    const both = panel.getByRole("alert").filter({ hasText: "Someone else has changed this" });
    await both.getByText("Resolved: It was the test network").waitFor();
    await panel.getByText("Please add a scan").waitFor();
    await both.getByRole("button", { name: "Keep theirs" }).click();
    await panel.getByRole("button", { name: "Resolve…" }).click();
    expect(await reason.inputValue()).toBe("It was the test network");
    await panel.getByRole("button", { name: "Resolve", exact: true }).click();
    await panel.getByText("Because").waitFor();
    expect((await stage.auditor.get(`/api/findings/${data.id}`)).data.status).toBe("resolved");
  });
});

test("an administrator finds who signs in with a second factor, and removes it", async () => {
  const admin = await product.signIn("admin");
  const person = await product.signIn("customer");
  const { data } = await person.send("POST", "/api/v1/auth/totp", { password: PASSWORD });
  const code = new TOTP({ secret: data.secret }).generate();
  await person.send("POST", "/api/v1/auth/totp/confirm", { code });
  await signIn(admin.email, `/settings/people?q=${person.email}&factor=with`);
  const row = page.getByRole("row", { name: new RegExp(`${person.email}.* On `) });
  await row.getByRole("link").click();
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Remove the second factor…" }).click();
  await panel.getByRole("button", { name: "Remove the second factor", exact: true }).click();
  await page.getByText("The second factor was removed").waitFor();
  await page.getByText("No one matches").waitFor();
  await panel.getByText("Off", { exact: true }).waitFor();
  await panel.getByRole("button", { name: "Remove the second factor…" }).waitFor({ state: "detached" });
});
