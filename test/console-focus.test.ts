import { beforeAll, expect, test } from "@jest/globals";
import type { Locator } from "playwright-core";
import { createKey } from "./support/api-keys.ts";
import { setUpDeskJourneys } from "./support/console-visit.ts";

const journey = setUpDeskJourneys();

beforeAll(async () => {
  const { auditor, projectId } = journey.stage;
  for (const title of ["Open port", "Shared account"])
    await auditor.send("POST", "/api/findings", { project_id: projectId, title, severity: "High" });
});

const hasFocus = (element: Locator): Promise<void> => element.and(journey.page.locator(":focus")).waitFor();

test("the focus returns to the row whose panel was closed, also if another one was open before", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings`);
  const [first, second] = ["Open port", "Shared account"].map((name) => page.getByRole("link", { name }));
  const panel = page.getByRole("dialog");
  await first!.click();
  await panel.getByRole("heading", { name: "Open port" }).waitFor();
  await second!.click();
  await panel.getByRole("heading", { name: "Shared account" }).waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await hasFocus(second!);
  expect(new URL(page.url()).searchParams.has("finding")).toBe(false);
});

test("the focus returns to what opened a dialog, also if a click beside it closed it", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, "/");
  const opener = page.getByRole("button", { name: /^Search/ });
  await opener.click();
  await page.getByRole("combobox", { name: "Search", exact: true }).waitFor();
  await page.mouse.click(5, 5);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await hasFocus(opener);
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a key that is held confirms nothing, and cancelling returns to the button", async () => {
  const { page, stage, comeIn } = journey;
  const { id: key } = await createKey(stage.manager);
  await comeIn(stage.manager.email, `/settings/api-keys?key=${key}`);
  const revoke = page.getByRole("dialog").getByRole("button", { name: /^Revoke/ });
  await revoke.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  // A repetition of the press that has opened it.
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
  await hasFocus(revoke);
  expect((await stage.manager.get<{ active: boolean }>(`/api/v1/api-keys/${key}`)).data.active).toBe(true);
});

test("a button keeps the focus while what it has sent is awaited, and sends it once", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, "/me");
  const answer = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(`**/api/v1/users/${stage.manager.id}`, async (route) => {
    if (route.request().method() !== "GET") {
      sent += 1;
      await answer.promise;
    }
    await route.continue();
  });
  await page.getByLabel("Name", { exact: true }).fill("Morgan M. Manager");
  const save = page.getByRole("button", { name: "Save" }).first();
  await save.focus();
  await page.keyboard.press("Enter");
  await save.and(page.locator("[data-loading]")).waitFor();
  await page.keyboard.press("Enter");
  await hasFocus(save);
  answer.resolve();
  await save.and(page.locator(":not([data-loading])")).waitFor();
  await hasFocus(save);
  expect(sent).toBe(1);
});

test("a field keeps the focus while a choice by keyboard is sent, and the page has it once all selected rows are changed", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/controls?control=CC6.2`);
  const owner = page.getByRole("dialog").getByRole("combobox", { name: "Owner" });
  await owner.and(page.locator(":enabled")).focus();
  await page.keyboard.type("Casey");
  await page.getByRole("option", { name: "Casey Customer" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("The owner was changed").waitFor();
  await hasFocus(owner);
  await page.getByRole("checkbox", { name: "CC1.1", exact: true }).check();
  await page.getByRole("combobox", { name: "Assign owner" }).focus();
  await page.keyboard.type("Casey");
  await page.getByRole("option", { name: "Casey Customer" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("1 control was changed").waitFor();
  await hasFocus(page.getByRole("main"));
});

test("a form that is cancelled returns to the button that opened it", async () => {
  const { page, stage, comeIn } = journey;
  const { manager, auditor, projectId } = stage;
  const project = `/projects/${projectId}`;
  const finding = { project_id: projectId, title: "Begun", severity: "Low" };
  const { data } = await auditor.send("POST", "/api/findings", finding);
  await comeIn(manager.email);
  for (const [path, opener] of [
    [`${project}?edit=milestones`, "Edit…"],
    [`${project}/controls?control=CC6.1`, /^Mark as not applicable/],
    [`${project}/findings?finding=${data.id}`, /^False positive/],
  ] as const) {
    await page.goto(path);
    const button = page.getByRole("main").getByRole("button", { name: opener, exact: true }).last();
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Cancel" }).click();
    await hasFocus(button);
  }
});

test("so does a form that is cancelled in the settings", async () => {
  const { page, product, comeIn } = journey;
  const admin = await product.signIn("admin");
  const client = { name: "Client", type: "public", redirect_uris: ["http://127.0.0.1/"], scopes: ["read"] };
  const provider = {
    kind: "oidc",
    name: "Example ID",
    issuer: "https://id.example.com",
    client_id: "console",
  };
  const secret = { client_secret: "kept-to-ourselves" };
  const grants = ["authorization_code"];
  const clients = await admin.send("POST", "/api/v1/oauth-clients", { ...client, grants });
  const providers = await admin.send("POST", "/api/v1/identity-providers", { ...provider, ...secret });
  await comeIn(admin.email);
  for (const [path, opener] of [
    [`oauth-clients?client=${clients.data.client_id}`, "Edit…"],
    [`identity-providers?provider=${providers.data.id}`, "Edit…"],
  ] as const) {
    await page.goto(`/settings/${path}`);
    const button = page.getByRole("main").getByRole("button", { name: opener, exact: true });
    await button.press("Enter");
    await page.getByRole("button", { name: "Cancel" }).click();
    await hasFocus(button);
  }
});

test("the editor of a policy takes the focus, which returns to the button that opened it", async () => {
  const { page, stage, comeIn } = journey;
  const { customer, projectId } = stage;
  const body = { type: "access_control", framework: "soc2", company_name: "Example", project_id: projectId };
  const { data: policy } = await customer.send("POST", "/api/v1/ai/generate/policy", body);
  await comeIn(customer.email, `/policies/${policy.id}`);
  const edit = page.getByRole("button", { name: "Edit…" });
  await edit.focus();
  await page.keyboard.press("Enter");
  await hasFocus(page.getByRole("textbox", { name: "Text" }));
  await page.getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("Enter");
  await hasFocus(edit);
});

test("the focus stays beside a due date whose change was saved", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/controls?control=CC6.4`);
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Due", { exact: true }).fill("2100-05-04");
  const save = panel.getByRole("button", { name: "Save" });
  await save.focus();
  await page.keyboard.press("Enter");
  await save.waitFor({ state: "detached" });
  await hasFocus(panel.locator("form").filter({ has: page.getByLabel("Due", { exact: true }) }));
});

test("the key that sends a form sends it once", async () => {
  const { page, stage, comeIn } = journey;
  const { projectId } = stage;
  await comeIn(stage.manager.email, `/projects/${projectId}/controls?control=CC6.1`);
  const answer = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/controls/*/comments", async (route) => {
    if (route.request().method() !== "GET") {
      sent += 1;
      await answer.promise;
    }
    await route.continue();
  });
  await page.getByRole("textbox", { name: "Write a comment" }).fill("Said once");
  await page.keyboard.press("Control+Enter");
  await page
    .getByRole("button", { name: "Comment", exact: true })
    .and(page.locator("[data-loading]"))
    .waitFor();
  await page.keyboard.press("Control+Enter");
  answer.resolve();
  await page.getByRole("article").getByText("Said once").waitFor();
  expect(sent).toBe(1);
});

// This product runs without the search service.
test(`a search that is unavailable shows no "No results", and pages are still found`, async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email);
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  const searches: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/retrieval/search")) searches.push(request.postData() ?? "");
  });
  await dialog.getByRole("combobox").first().fill("zzzz");
  await dialog.getByRole("alert").waitFor();
  expect(await dialog.getByText("No results").count()).toBe(0);
  // Each project once: the message does not wait for other tries.
  expect(searches).toEqual([...new Set(searches)]);
  await dialog.getByRole("combobox").first().fill("Audit log");
  await dialog.getByRole("option", { name: /Audit log/ }).waitFor();
});
