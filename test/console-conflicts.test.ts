import { expect, test } from "@jest/globals";
import type { Locator } from "playwright-core";
import { PASSWORD } from "./support/people.ts";
import { setUpDeskJourneys } from "./support/console-visit.ts";
import { registerApplication } from "./support/oauth.ts";

const journey = setUpDeskJourneys({ environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" } });

const conflictIn = (place: Locator): Locator =>
  place.getByRole("alert").filter({ hasText: "Someone else has changed this" });

test("if two administrators edit an OAuth client, the second sees both names and decides", async () => {
  const { page, product, comeIn } = journey;
  const admin = await product.signIn("admin");
  const { path, address } = await registerApplication(admin, "Reporting");
  await comeIn(admin.email, address);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Edit" }).click();
  await panel.getByRole("textbox", { name: "Name" }).fill("Reporting of the board");
  await admin.send("PUT", path, { name: "Reporting of the auditors" });
  await panel.getByRole("button", { name: "Save" }).click();
  const both = conflictIn(panel).getByRole("region", { name: "Name" });
  await both.getByText("Reporting of the auditors").waitFor();
  await both.getByText("Reporting of the board").waitFor();
  expect(await conflictIn(panel).getByRole("region").count()).toBe(1);
  expect(await panel.getByRole("button", { name: /^(Save|Cancel)$/ }).count()).toBe(0);
  await conflictIn(panel).and(page.locator(":focus")).waitFor();
  await panel.getByRole("textbox", { name: "Name" }).fill("Reporting of both");
  await conflictIn(panel).getByRole("button", { name: "Use your change" }).click();
  await page.getByRole("row", { name: /Reporting of both/ }).waitFor();
  expect((await admin.get(path)).data.name).toBe("Reporting of both");
});

test("another user's change to an identity provider can be kept, beside the other input", async () => {
  const { page, product, comeIn } = journey;
  const admin = await product.signIn("admin");
  const { data } = await admin.send("POST", "/api/v1/identity-providers", {
    kind: "oidc",
    name: "Example ID",
    issuer: "https://id.example.com",
    client_id: "console",
    client_secret: "kept-to-ourselves",
  });
  const path = `/api/v1/identity-providers/${data.id}` as const;
  await comeIn(admin.email, `/settings/identity-providers?provider=${data.id}`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Edit" }).click();
  await panel.getByRole("textbox", { name: "Name" }).fill("Example ID of mine");
  await panel.getByRole("textbox", { name: "Client ID" }).fill("console-of-mine");
  await admin.send("PUT", path, { client_id: "console-of-theirs" });
  await panel.getByRole("button", { name: "Save" }).click();
  await conflictIn(panel).getByText("console-of-mine").waitFor();
  await conflictIn(panel).getByText("console-of-theirs").waitFor();
  expect(await conflictIn(panel).getByRole("region").count()).toBe(1);
  await conflictIn(panel).getByRole("button", { name: "Keep theirs" }).click();
  await conflictIn(panel).waitFor({ state: "detached" });
  expect(await panel.getByRole("textbox", { name: "Client ID" }).inputValue()).toBe("console-of-theirs");
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByText("Example ID of mine").waitFor();
  expect((await admin.get(path)).data).toMatchObject({
    name: "Example ID of mine",
    client_id: "console-of-theirs",
  });
});

/** A webhook of evidence.approved: the page selects evidence.rejected too, another user only finding.created. */
async function selectOtherEvents(url: string) {
  const { page, stage, comeIn } = journey;
  const { data } = await stage.manager.send("POST", "/api/v1/webhooks", {
    url,
    events: ["evidence.approved"],
  });
  const path = `/api/v1/webhooks/${data.id}` as const;
  await comeIn(stage.manager.email, `/settings/webhooks/${data.id}`);
  await page.getByRole("button", { name: "Events it sends…" }).click();
  const main = page.getByRole("main");
  await main.getByLabel("evidence.rejected").check();
  await stage.manager.send("PUT", path, { events: ["finding.created"] });
  return { main, path };
}

test("a webhook's events that another user selected are shown before they are replaced", async () => {
  const { page, stage } = journey;
  const { main, path } = await selectOtherEvents("http://127.0.0.1:9999/hook");
  await main.getByRole("button", { name: "Save" }).click();
  const both = conflictIn(main).getByRole("region", { name: "Events" });
  await both.getByText("finding.created").waitFor();
  await both.getByText("evidence.approved, evidence.rejected").waitFor();
  await conflictIn(main).getByRole("button", { name: "Use your change" }).click();
  await page.getByText("The webhook was changed").waitFor();
  const { events } = (await stage.manager.get(path)).data as { events: string[] };
  expect(events.toSorted()).toEqual(["evidence.approved", "evidence.rejected"]);
});

test("the form keeps its input if someone else renamed the user, and a sign-in of that user is no conflict", async () => {
  const { page, product, comeIn } = journey;
  const admin = await product.signIn("admin");
  const person = await product.signIn("customer");
  const path = `/api/v1/users/${person.id}` as const;
  await comeIn(admin.email, `/settings/people?user=${person.id}`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("textbox", { name: "Name" }).fill("Typed Here");
  const { email } = person;
  await product.anonymous.send("POST", "/api/v1/auth/login", { email, password: PASSWORD });
  await panel.getByRole("button", { name: "Save" }).click();
  await page.getByText("Changed: Typed Here").waitFor();
  await panel.getByRole("textbox", { name: "Name" }).fill("Typed Again");
  await admin.send("PUT", path, { name: "Renamed Elsewhere" });
  await page.getByRole("heading", { name: "Renamed Elsewhere" }).waitFor();
  expect(await panel.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Typed Again");
  await panel.getByRole("button", { name: "Save" }).click();
  await conflictIn(panel).getByText("Renamed Elsewhere").waitFor();
  await conflictIn(panel).getByRole("button", { name: "Use your change" }).click();
  await page.getByText("Changed: Typed Again").waitFor();
  expect((await admin.get(path)).data.name).toBe("Typed Again");
});

test("integration settings that another user saved are shown before they are replaced", async () => {
  const { page, product, comeIn } = journey;
  const admin = await product.signIn("admin");
  const path = "/api/v1/integrations/slack";
  const settings = { bot_token: "xoxb-one", signing_secret: "a-secret", default_channel: "#compliance" };
  expect((await admin.send("PUT", path, settings)).status).toBe(200);
  await comeIn(admin.email, "/settings/integrations?edit=slack");
  const panel = page.getByRole("dialog", { name: "Slack" });
  await panel.getByLabel("Default channel").fill("#mine");
  await admin.send("PUT", path, { default_channel: "#theirs" });
  await panel.getByRole("button", { name: "Save the settings" }).click();
  const both = conflictIn(panel).getByRole("region", { name: "Default channel" });
  await both.getByText("#theirs").waitFor();
  await both.getByText("#mine").waitFor();
  await conflictIn(panel).getByRole("button", { name: "Use your change" }).click();
  await panel.waitFor({ state: "detached" });
  const { integrations } = (await admin.get("/api/v1/integrations")).data;
  expect(integrations[0]!.settings.default_channel).toBe("#mine");
});

test("a user's profile that was changed elsewhere can be kept", async () => {
  const { page, stage, comeIn } = journey;
  const path = `/api/v1/users/${stage.auditor.id}` as const;
  await comeIn(stage.auditor.email, "/me");
  const card = page.getByRole("region", { name: "Profile" });
  await card.getByRole("textbox", { name: "Name" }).fill("Audrey of Mine");
  await stage.auditor.send("PUT", path, { name: "Audrey of Theirs" });
  await card.getByRole("button", { name: "Save" }).click();
  await conflictIn(card).getByText("Audrey of Mine").waitFor();
  await conflictIn(card).getByText("Audrey of Theirs").waitFor();
  await conflictIn(card).getByRole("button", { name: "Keep theirs" }).click();
  await conflictIn(card).waitFor({ state: "detached" });
  expect(await card.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Audrey of Theirs");
  expect((await stage.auditor.get(path)).data.name).toBe("Audrey of Theirs");
});

test("input that survived a reload does not replace what someone else saved in the meantime", async () => {
  const { page, product, comeIn } = journey;
  const admin = await product.signIn("admin");
  const { path, address } = await registerApplication(admin, "Evidence import");
  await comeIn(admin.email, address);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Edit" }).click();
  await panel.getByRole("textbox", { name: "Name" }).fill("Evidence import of mine");
  await admin.send("PUT", path, { name: "Evidence import of theirs" });
  await page.reload();
  await panel.getByText("Your unsaved input is back.").waitFor();
  await panel.getByRole("button", { name: "Save" }).click();
  const both = conflictIn(panel).getByRole("region", { name: "Name" });
  await both.getByText("Evidence import of theirs").waitFor();
  await both.getByText("Evidence import of mine").waitFor();
  expect((await admin.get(path)).data.name).toBe("Evidence import of theirs");
  await page.reload();
  await panel.getByRole("button", { name: "Discard it" }).click();
  expect(await panel.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Evidence import of theirs");
});

test("a webhook's events are compared with those from before a reload", async () => {
  const { page, stage } = journey;
  const { main, path } = await selectOtherEvents("http://127.0.0.1:9999/reloaded");
  await page.reload();
  await main.getByText("Your unsaved input is back.").waitFor();
  await main.getByRole("button", { name: "Save" }).click();
  await conflictIn(main).getByText("finding.created").waitFor();
  await conflictIn(main).getByRole("button", { name: "Keep theirs" }).click();
  await page.getByRole("button", { name: "Events it sends…" }).waitFor();
  expect((await stage.manager.get(path)).data).toMatchObject({ events: ["finding.created"] });
});

test("the board asks before it moves a finding that another user has moved", async () => {
  const { page, visit, stage, comeIn } = journey;
  await visit.context.route("**/api/v1/events/stream*", (route) => route.abort());
  const body = { project_id: stage.projectId, title: "Port 23 is open", severity: "High" };
  const { data } = await stage.auditor.send("POST", "/api/findings", body);
  const path = `/api/findings/${data.id}` as const;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings?view=board`);
  const columnOf = (name: string) => page.getByRole("region", { name, exact: true });
  await columnOf("Open").getByText("Port 23 is open").waitFor();
  const reason = "A test of ours opened it";
  await stage.auditor.send("PATCH", path, { status: "false-positive", reason });
  await page.getByRole("button", { name: "Move: Port 23 is open" }).click();
  await page.getByRole("menuitem", { name: "Start" }).click();
  const both = conflictIn(page.getByRole("main")).getByRole("region", { name: "Port 23 is open" });
  await both.getByText("False positive").waitFor();
  await both.getByText("In progress").waitFor();
  await conflictIn(page.getByRole("main")).getByRole("button", { name: "Keep theirs" }).click();
  await columnOf("False positive").getByText("Port 23 is open").waitFor();
  expect((await stage.manager.get(path)).data.status).toBe("false-positive");
});

test("an undo that fails after its panel was closed says why", async () => {
  const { page, stage, comeIn } = journey;
  const { projectId, manager, auditor } = stage;
  const finding = { project_id: projectId, title: "Passed on", severity: "Low" };
  const { data } = await auditor.send("POST", "/api/findings", finding);
  await comeIn(manager.email, `/projects/${projectId}/findings?finding=${data.id}`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("combobox", { name: "Assigned to" }).click();
  await page.getByRole("option", { name: "Casey Customer" }).click();
  await page.getByText("The assignment was changed").waitFor();
  await panel.getByRole("button", { name: "Close" }).click();
  await panel.waitFor({ state: "detached" });
  await auditor.send("PATCH", `/api/findings/${data.id}`, { assigned_to: auditor.id });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Someone else has changed this").waitFor();
  const team = `/api/v1/projects/${projectId}/team`;
  const member = { user_id: auditor.id, role: "Reads along" };
  await manager.send("POST", team, member);
  await page.goto(`/projects/${projectId}?edit=project`);
  // Another test renames the auditor.
  await page.getByRole("button", { name: /^Remove Audrey/ }).click();
  await page.getByText(/^Removed from the team: Audrey/).waitFor();
  await panel.getByRole("button", { name: "Close" }).click();
  await manager.send("POST", team, member);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(/^This user is already in the team/).waitFor();
});
