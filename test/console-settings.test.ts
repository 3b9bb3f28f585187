import { beforeAll, describe, expect, test } from "@jest/globals";
import { AuditEntry } from "../domain/audit-log/audit-entry.entity.ts";
import { Notification } from "../domain/notifications/notification.entity.ts";
import { accessibilityProblems, expectNoSidewaysScroll } from "./support/console.ts";
import { isShown, setUpEvidenceJourneys } from "./support/console-visit.ts";
import { startIdentityServer } from "./support/identity-server.ts";
import { PASSWORD } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { registerProvider } from "./support/test-providers.ts";
import { untilIngestionEnded } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";

const journey = setUpEvidenceJourneys({ parts: ["worker"] });
let admin: SignedIn;

beforeAll(async () => {
  admin = await journey.product.signIn("admin");
});

test("an administrator adds a user, sets their manager and deactivates them", async () => {
  const { page, stage, comeIn: signIn } = journey;
  await signIn(admin.email, "/settings/people");
  await page.getByRole("button", { name: "Add a person" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Name").fill("Nora New");
  await panel.getByLabel("E-mail address").fill("nora.new@example.com");
  await panel.getByRole("textbox", { name: "First password" }).fill("quite another long secret 4711");
  await panel.getByRole("combobox", { name: "Reports to" }).fill("Morgan");
  await page.getByRole("option", { name: "Morgan Manager" }).click();
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("heading", { name: "Nora New" }).waitFor();
  await page.getByRole("row", { name: /Nora New.*Morgan Manager/ }).waitFor();
  await panel.getByRole("button", { name: "Deactivate…" }).click();
  await panel.getByRole("button", { name: "Deactivate", exact: true }).click();
  await page.getByText("Deactivated: Nora New").waitFor();
  const { data } = await admin.get("/api/v1/users?search=nora.new");
  expect(data.users).toMatchObject([{ active: false, manager_id: stage.manager.id }]);
});

test("an administrator invites a user, copies the link and revokes the next invitation", async () => {
  const { page, comeIn: signIn } = journey;
  await signIn(admin.email, "/settings/people");
  await page.getByRole("button", { name: "Invite people" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("E-mail address").fill("ivy.invited@example.com");
  await panel.getByLabel("Example Cloud: SOC 2").check();
  await panel.getByRole("button", { name: "Send the invitation" }).click();
  await panel.getByText("Not sent: no mail server is configured").waitFor();
  await panel.getByRole("button", { name: "Create a link" }).click();
  await panel.getByText("Give this link to the person. Links created before no longer work.").waitFor();
  const link = (await panel.locator("code").textContent())!;
  await page.getByRole("row", { name: /ivy\.invited@example\.com.*Invited/ }).waitFor();
  const theirs = await page.context().browser()!.newContext({ reducedMotion: "reduce" });
  const theirPage = await theirs.newPage();
  await theirPage.goto(link);
  await theirPage.getByLabel("Your name").fill("Ivy Invited");
  await theirPage.getByLabel(/^Password/).fill("quite another long secret 4711");
  expect(await accessibilityProblems(theirPage)).toEqual([]);
  await theirPage.getByRole("button", { name: "Create the account" }).click();
  await theirPage.getByRole("link", { name: "Sign in" }).click();
  await theirPage.getByRole("heading", { name: "Sign in" }).waitFor();
  await theirs.close();
  await panel.getByRole("button", { name: "Invite more people" }).click();
  // The next address can be typed at once.
  await panel.getByLabel("E-mail addresses").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("ivy.invited@example.com");
  await panel.getByRole("button", { name: "Send the invitation" }).click();
  await panel
    .getByRole("alert")
    .getByText(/already in use/)
    .waitFor();
  await panel.getByLabel("E-mail address").fill("rue.revoked@example.com");
  await panel.getByRole("button", { name: "Send the invitation" }).click();
  await panel.getByRole("button", { name: "Create a link" }).click();
  const shown = panel.getByText("Give this link to the person. Links created before no longer work.");
  await shown.waitFor();
  await panel.getByRole("button", { name: "Send again" }).click();
  // The new link replaces the one that was shown.
  await shown.waitFor({ state: "detached" });
  await panel.getByRole("button", { name: "Revoke…" }).click();
  await panel.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByText("Revoked: rue.revoked@example.com").waitFor();
  await panel.locator(":focus").filter({ hasText: "Revoked" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("radiogroup", { name: "Which invitations" }).getByText("All").click();
  await page.getByRole("row", { name: /rue\.revoked@example\.com.*Revoked/ }).waitFor();
  expect(await isShown(page.getByRole("row", { name: /ivy\.invited@example\.com.*Accepted/ }))).toBe(true);
});

test("several people are invited at once, and the refused addresses stay to be corrected", async () => {
  const { page, comeIn: signIn } = journey;
  await signIn(admin.email, "/settings/people?invitation=new");
  const panel = page.getByRole("dialog");
  const emails = panel.getByLabel("E-mail addresses");
  await emails.fill(
    `Lee One <lee.one@example.com>, lee.two.example.com; ${admin.email}\nlee.three@example.com`,
  );
  await panel.getByRole("button", { name: "Send 4 invitations" }).click();
  const result = panel.getByRole("region", { name: "Result for each address" });
  await result.getByText("2 of 4 invited").waitFor();
  await result.getByText(/already in use/).waitFor();
  expect(await emails.inputValue()).toBe(`lee.two.example.com\n${admin.email}`);
  await emails.fill("lee.two@example.com\nlee.four@example.com");
  await panel.getByRole("button", { name: "Send 2 invitations" }).click();
  await result.getByText("2 of 2 invited").waitFor();
  const { data } = await admin.get("/api/v1/invitations?search=lee.&limit=10");
  expect(data.invitations.map(({ email }: { email: string }) => email).toSorted()).toEqual(
    ["four", "one", "three", "two"].map((name) => `lee.${name}@example.com`),
  );
});

test("a key is shown once, with its restrictions and its rotation date, and then revoked", async () => {
  const { page, stage, comeIn: signIn } = journey;
  await signIn(stage.customer.email, "/settings/api-keys?key=new");
  await page.getByLabel("Name").fill("Deploy robot");
  await page.getByLabel("Only from these addresses").fill("203.0.113.0/24");
  await page.getByLabel("From", { exact: true }).fill("08:00");
  const create = page.getByRole("button", { name: "Create the key" });
  await create.click();
  // Without its end, the restriction would be lost silently.
  expect(await page.locator("input:invalid").getAttribute("type")).toBe("time");
  await page.getByLabel("Until", { exact: true }).fill("18:00");
  await create.click();
  const key = (await page.locator("code").filter({ hasText: /^cmk_/ }).textContent())!;
  // The form has left with the focus.
  await page.locator(":focus").filter({ hasText: key }).waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("link", { name: "Deploy robot" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByText("203.0.113.0/24").waitFor();
  await panel.getByText(/^08:00 – 18:00/).waitFor();
  expect(await isShown(panel.getByText("Rotate by"))).toBe(true);
  expect(await page.content()).not.toContain(key);
  await panel.getByRole("button", { name: "Revoke…" }).click();
  await panel.getByRole("button", { name: "Revoke", exact: true }).click();
  expect(await isShown(panel.getByText("Revoked", { exact: true }))).toBe(true);
  await panel.locator(":focus").filter({ hasText: "Revoked" }).waitFor();
});

test("an old session signs in again before it creates a key", async () => {
  const { page, product, stage, comeIn: signIn } = journey;
  await signIn(stage.manager.email, "/settings/api-keys?key=new");
  await product.orm.em
    .fork()
    .execute("update sessions set authenticated_at = authenticated_at - interval '1 hour'");
  await page.getByLabel("Name").fill("Made late");
  await page.getByRole("button", { name: "Create the key" }).click();
  const again = page.getByRole("dialog", { name: "Confirm your identity" });
  await again.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await again.getByRole("button", { name: "Sign in" }).click();
  expect(await isShown(page.locator("code").filter({ hasText: /^cmk_/ }))).toBe(true);
});

test("an old session signs in again at its identity provider, in another tab that keeps what was typed", async () => {
  const { page, product, stage, comeIn: signIn } = journey;
  const server = await startIdentityServer();
  server.claims = { email: stage.manager.email, email_verified: true };
  await registerProvider(admin, { issuer: server.url, link_by_email: true });
  await signIn(stage.manager.email, "/settings/api-keys?key=new");
  await product.orm.em
    .fork()
    .execute("update sessions set authenticated_at = authenticated_at - interval '1 hour'");
  await page.getByLabel("Name").fill("Made by single sign-on");
  await page.getByRole("button", { name: "Create the key" }).click();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Sign in with Acme" }).click();
  const tab = await opened;
  await tab.getByText("You have signed in again").waitFor();
  expect(server.authorizations.at(-1)).toMatchObject({ prompt: "login", max_age: "600" });
  expect(await isShown(page.locator("code").filter({ hasText: /^cmk_/ }))).toBe(true);
  await tab.close();
  await server.stop();
  await signIn(admin.email, `/settings/people?user=${stage.manager.id}`);
  const accounts = page.getByRole("region", { name: "Accounts at identity providers" });
  await accounts.getByText(/^Acme: /).waitFor();
  await accounts.getByRole("button", { name: "Unlink…" }).click();
  await accounts.getByRole("button", { name: "Unlink", exact: true }).click();
  await page.getByText("Morgan Manager no longer signs in with Acme").waitFor();
  // The list stays for the focus of its last row.
  await accounts.getByRole("list").and(page.locator(":focus")).waitFor();
  expect(await accounts.getByText(/^Acme: /).count()).toBe(0);
});

test("the bell counts the user's notifications, links to them, and works with the keyboard", async () => {
  const { page, stage, comeIn: signIn, product } = journey;
  const unread = () => stage.auditor.get("/api/v1/users/me/notifications/unread");
  await waitFor(unread, ({ data }) => data.unread > 3);
  const { unread: count } = (await unread()).data;
  await signIn(stage.auditor.email);
  const bell = page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: /^Notifications/ });
  await page.getByRole("button", { name: `Notifications, ${count} unread` }).waitFor();
  await page.keyboard.press("n");
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await panel.getByText(`Unread (${count})`).waitFor();
  const showAlike = () => panel.getByRole("button", { name: /more like this$/ }).click();
  await showAlike();
  const row = panel.getByRole("listitem").filter({ hasText: "Vendor register" }).last();
  await row.getByText("Casey Customer uploaded").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await row.getByRole("link").press("Enter");
  await page.getByRole("heading", { name: "Vendor register" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/evidence/${stage.evidence.get("Vendor register")}`);
  await page.getByRole("button", { name: `Notifications, ${count - 1} unread` }).waitFor();
  await bell.click();
  await showAlike();
  await panel.getByRole("listitem").filter({ hasText: "Alarm panel" }).last().waitFor();
  await panel.getByText("Vendor register").waitFor({ state: "detached" });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await panel.getByRole("button", { name: "Mark all as read" }).click();
  await panel.getByText("You have read everything").waitFor();
  // The button that was pressed is disabled now.
  await panel.getByRole("group", { name: "Notifications" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  expect((await unread()).data).toEqual({ unread: 0 });
  const em = product.orm.em.fork();
  expect(await em.count(Notification, { user: stage.manager.id, readAt: null })).toBeGreaterThan(0);
});

test("an administrator sees when the worker was last seen, which counts as up for a while after it stops", async () => {
  const { page, comeIn: signIn } = journey;
  await signIn(admin.email, "/settings/system");
  await page.getByRole("row", { name: /^Worker.* Last seen \d+ seconds? ago.*Up/ }).waitFor();
  const queues = page.getByRole("region", { name: "Task queues" });
  expect(await isShown(queues.getByRole("row", { name: /Last polled .*Polled/ }))).toBe(true);
});

describe("the audit log", () => {
  test("is filtered by its URL, and opens an entry", async () => {
    const { page, comeIn: signIn } = journey;
    await signIn(admin.email, "/settings/audit-log?kind=evidence&q=uploaded");
    await page.getByRole("link", { name: "evidence.uploaded" }).first().click();
    const panel = page.getByRole("dialog");
    expect(await isShown(panel.getByText("Casey Customer"))).toBe(true);
    const signIns = page.getByRole("link", { name: "auth.signed_in" });
    expect(await signIns.count()).toBe(0);
    await panel.getByRole("link", { name: "All entries by this person" }).click();
    await panel.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove the filter: Only by Casey Customer" }).click();
    expect(await isShown(signIns)).toBe(true);
  });

  test("names the service where no person has acted", async () => {
    const { page, stage, comeIn: signIn } = journey;
    await untilIngestionEnded(stage.customer, stage.evidence.get("Access review")!);
    await signIn(admin.email, "/settings/audit-log?kind=evidence&q=processed");
    const row = page.getByRole("row", { name: /evidence\.processed.* The service/ });
    expect(await isShown(row)).toBe(true);
  });

  test("opens an entry by its address, on whichever page it is", async () => {
    const { page, comeIn: signIn } = journey;
    await signIn(admin.email, "/settings/audit-log?kind=evidence&q=uploaded&entry=1");
    await page.getByRole("dialog", { name: "Entry 1" }).getByText("Hash", { exact: true }).waitFor();
    await page.goto("/settings/audit-log?entry=9999999");
    await page.getByRole("dialog").getByText("No such entry, or you may not see it").waitFor();
  });

  test("is verified in the browser, which detects alterations", async () => {
    const { page, product, comeIn: signIn } = journey;
    await signIn(admin.email, "/settings/audit-log");
    await page.getByRole("button", { name: "Verify the chain" }).click();
    await page.getByText(/^Nothing was altered or removed/).waitFor();
    const em = product.orm.em.fork();
    const { action } = await em.findOneOrFail(AuditEntry, { position: 3 });
    // Requires a superuser.
    const alter = (to: string) =>
      product.orm.em.fork().transactional(async (inside) => {
        await inside.execute("set local session_replication_role = replica");
        await inside.execute("update audit_entries set action = ? where position = 3", [to]);
      });
    await alter("evidence.deleted");
    await page.getByRole("button", { name: "Verify the chain" }).click();
    await page.getByText("The chain is broken at entry 3").waitFor();
    await alter(action);
    await page.getByRole("button", { name: "Verify the chain" }).click();
    expect(await isShown(page.getByText(/^Nothing was altered or removed/))).toBe(true);
  });
});
