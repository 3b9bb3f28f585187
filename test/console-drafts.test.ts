import { expect, test } from "@jest/globals";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { registerApplication } from "./support/oauth.ts";
import { waitFor } from "./support/wait-for.ts";

const journey = setUpDeskJourneys();

const stored = (): Promise<string> => journey.page.evaluate("JSON.stringify({ ...sessionStorage })");

test("a half-filled webhook survives a reload and can be discarded", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, "/settings/webhooks?webhook=new");
  const panel = page.getByRole("dialog");
  await panel.getByRole("textbox", { name: "Address" }).fill("https://example.com/hooks");
  await panel.getByRole("checkbox", { name: "evidence.approved" }).check();
  await page.reload();
  await panel.getByText("Your unsaved input is back.").waitFor();
  expect(await panel.getByRole("textbox", { name: "Address" }).inputValue()).toBe(
    "https://example.com/hooks",
  );
  expect(await panel.getByRole("checkbox", { name: "evidence.approved" }).isChecked()).toBe(true);
  await panel.getByRole("button", { name: "Discard it" }).click();
  expect(await panel.getByRole("textbox", { name: "Address" }).inputValue()).toBe("");
  await page.reload();
  expect(await isShown(panel.getByRole("textbox", { name: "Address" }))).toBe(true);
  expect(await panel.getByText("Your unsaved input is back.").count()).toBe(0);
});

test("drafts of a user and a provider come back without password and secret, which are stored nowhere", async () => {
  const { page, product, comeIn } = journey;
  const { email } = await product.signIn("admin");
  await comeIn(email, "/settings/people?user=new");
  const panel = page.getByRole("dialog");
  await panel.getByRole("textbox", { name: "Name" }).fill("Nora New");
  await panel.getByLabel("E-mail address").fill("nora@example.com");
  await panel.getByRole("textbox", { name: /password/i }).fill("correct horse battery staple");
  expect(await stored()).toContain("Nora New");
  expect(await stored()).not.toContain("correct horse");
  await page.reload();
  expect(await panel.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Nora New");
  expect(await panel.getByRole("textbox", { name: /password/i }).inputValue()).toBe("");
  await page.goto("/settings/identity-providers?provider=new");
  await panel.getByRole("textbox", { name: "Client ID" }).fill("console");
  await panel.getByLabel("Client secret").first().fill("a secret of the provider");
  await page.reload();
  expect(await panel.getByRole("textbox", { name: "Client ID" }).inputValue()).toBe("console");
  expect(await stored()).not.toContain("a secret of the provider");
});

test("a changed profile survives a reload, and nothing is left of it once it is saved or its owner signs out", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.customer.email, "/me");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Casey C. Customer");
  await page.reload();
  await page.getByText("Your unsaved input is back.").waitFor();
  expect(await name.inputValue()).toBe("Casey C. Customer");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Your unsaved input is back.").waitFor({ state: "detached" });
  expect(await stored()).not.toContain("Casey");
  await name.fill("Casey Again");
  expect(await stored()).toContain("Casey Again");
  await page.getByRole("button", { name: /Casey C\. Customer/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(await stored()).not.toContain("Casey Again");
});

test("a sent form leaves no draft, even if it was closed before the answer came", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, "/settings/api-keys?key=new");
  const panel = page.getByRole("dialog");
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/v1/api-keys", async (route) => {
    if (route.request().method() === "POST") await answer.promise;
    await route.continue();
  });
  await panel.getByRole("textbox", { name: "Name" }).fill("Nightly export");
  await panel.getByRole("button", { name: "Create the key" }).click();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  expect(await stored()).toContain("Nightly export");
  answer.resolve();
  await page.getByRole("link", { name: "Nightly export" }).waitFor();
  expect(await stored()).not.toContain("Nightly export");
});

test("the tool of an import and the control of an upload survive a reload", async () => {
  const { page, stage, comeIn } = journey;
  const project = `/projects/${stage.projectId}`;
  await comeIn(stage.customer.email, `${project}/findings?finding=import`);
  const tool = page.getByRole("dialog").getByRole("textbox", { name: "Reported by" });
  await tool.fill("nessus");
  await page.reload();
  await page.getByText("Your unsaved input is back.").waitFor();
  expect(await tool.inputValue()).toBe("nessus");
  const open = page.getByRole("button", { name: "Upload", exact: true });
  await page.goto(`${project}/evidence`);
  await open.click();
  const control = page.getByRole("combobox", { name: "For the control" });
  await control.fill("CC6.1");
  await page.getByRole("option", { name: /^CC6\.1/ }).click();
  await page.reload();
  await open.click();
  await waitFor(
    () => control.inputValue(),
    (text) => text.startsWith("CC6.1"),
  );
});

test("an unsaved change of a client opens again after a reload, until it is cancelled", async () => {
  const { page, product, comeIn } = journey;
  const admin = await product.signIn("admin");
  const { address } = await registerApplication(admin, "Dashboard");
  await comeIn(admin.email, address);
  const panel = page.getByRole("dialog");
  const name = panel.getByRole("textbox", { name: "Name" });
  await panel.getByRole("button", { name: "Edit…" }).click();
  await name.fill("Dashboard of the board");
  await page.reload();
  await name.waitFor();
  expect(await name.inputValue()).toBe("Dashboard of the board");
  await panel.getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await panel.getByRole("button", { name: "Edit…" }).waitFor();
  expect(await stored()).not.toContain("of the board");
});

test("a person and their job for the team survive a reload, until they are added", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}?edit=project`);
  const team = page.getByRole("region", { name: "Team" });
  const person = team.getByRole("combobox", { name: "Person" });
  const job = team.getByLabel("Job in the project");
  await person.fill("Audrey");
  await page.getByRole("option", { name: /^Audrey Auditor/ }).click();
  await job.fill("Reads along");
  await page.reload();
  await team.getByText("Your unsaved input is back.").waitFor();
  expect([await person.inputValue(), await job.inputValue()]).toEqual([
    expect.stringMatching(/^Audrey Auditor/),
    "Reads along",
  ]);
  await team.getByRole("button", { name: "Add to the team" }).click();
  await team.getByRole("button", { name: "Remove Audrey Auditor from the team" }).waitFor();
  expect(await stored()).not.toContain("Reads along");
});
