import { readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { TOTP } from "otpauth";
import { Session } from "../domain/identity/session.entity.ts";
import { enter, isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { registerClient } from "./support/oauth.ts";
import { PASSWORD } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { waitFor } from "./support/wait-for.ts";

const HOUR_MS = 3_600_000;
const journey = setUpDeskJourneys();

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const signInElsewhere = (email: string, userAgent = FIREFOX) =>
  journey.product.anonymous.send(
    "POST",
    "/api/v1/auth/login",
    { email, password: PASSWORD },
    { "user-agent": userAgent },
  );
const sessionsOf = (person: SignedIn): Promise<number> =>
  journey.product.orm.em.fork().count(Session, { user: person.id, client: null, revokedAt: null });

/** Does what the consent page does. */
async function giveAccess(person: SignedIn, name: string): Promise<string> {
  const admin = await journey.product.signIn("admin");
  const { client_id: client } = await registerClient(admin, { name });
  const em = journey.product.orm.em.fork();
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + HOUR_MS)];
  const scopes = ["read", "write"];
  em.create(Session, { user: person.id, client, scopes, createdAt, expiresAt });
  await em.flush();
  return client;
}

test("the second factor is turned on with a QR code and a code of the app, and recovery codes are shown once", async () => {
  const { page, stage, comeIn: signIn } = journey;
  await signIn(stage.auditor.email, "/me");
  const card = page.getByRole("region", { name: "Second factor" });
  await card.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await card.getByRole("button", { name: "Set up an authenticator app" }).click();
  await card.getByRole("img", { name: /QR code/ }).waitFor();
  const secret = (await card.locator("code").first().textContent())!;
  const app = card.getByRole("link", { name: "Open the app on this device" });
  expect(await app.getAttribute("href")).toMatch(/^otpauth:\/\/totp\//);
  const code = card.getByRole("textbox", { name: "Code" });
  await code.fill("000000");
  await card.getByRole("button", { name: "Turn it on" }).click();
  await card.getByRole("alert").waitFor();
  await code.fill(new TOTP({ secret }).generate());
  await card.getByRole("button", { name: "Turn it on" }).click();
  await card.getByText("Recovery codes, each valid once").waitFor();
  const codes = (await card.locator("code").first().textContent())!.split("\n");
  expect(await isShown(card.getByText(`${codes.length} recovery codes left`))).toBe(true);
  const saving = page.waitForEvent("download");
  await card.getByRole("link", { name: "Save as a file" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("recovery-codes.txt");
  expect(await readFile(await saved.path(), "utf8")).toBe(`${codes.join("\n")}\n`);
  await page.reload();
  await card.getByText("On", { exact: true }).waitFor();
  expect(await page.content()).not.toContain(codes[0]);
});

test("a user tells sessions apart, ends one, and then all others", async () => {
  const { page, stage, visit } = journey;
  const person = stage.manager;
  await signInElsewhere(person.email, "<b>no browser</b>/1 at all");
  const elsewhere = (await signInElsewhere(person.email)).data.tokens.access_token;
  await page.goto("/me");
  await visit.signIn(person.email);
  const card = page.getByRole("region", { name: "Sessions" });
  const rows = card.getByRole("listitem");
  await rows.first().getByText("This session").waitFor();
  expect(await isShown(rows.first().getByText("Chrome on Linux"))).toBe(true);
  expect(await rows.nth(1).textContent()).toContain("Firefox on Linux127.0.0.1, signed in");
  expect(await rows.nth(2).textContent()).toContain("Unknown browser127.0.0.1, signed in");
  const before = await sessionsOf(person);
  await rows.nth(1).getByRole("button", { name: "End it" }).click();
  await page.getByText("The session has ended").waitFor();
  expect(await sessionsOf(person)).toBe(before - 1);
  const headers = { authorization: `Bearer ${elsewhere}` };
  expect((await journey.product.anonymous.get("/api/v1/auth/profile", headers)).status).toBe(401);
  await signInElsewhere(person.email);
  await page.reload();
  await card.getByRole("button", { name: "End all other sessions…" }).click();
  await card.getByRole("button", { name: "End all other sessions", exact: true }).click();
  await page.getByText("All other sessions have ended").waitFor();
  await rows.nth(1).waitFor({ state: "detached" });
  expect(await sessionsOf(person)).toBe(1);
});

test("a user revokes the access of an application", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const client = await giveAccess(stage.customer, "Dashboard of others");
  await signIn(stage.customer.email, "/me");
  const card = page.getByRole("region", { name: "Applications with access" });
  const row = card.getByRole("listitem").filter({ hasText: "Dashboard of others" });
  await row.getByText("Read, Change").waitFor();
  await row.getByRole("button", { name: "Revoke…" }).click();
  await row.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByText("Access revoked: Dashboard of others").waitFor();
  expect(await isShown(card.getByText("No application acts on your behalf."))).toBe(true);
  expect(await journey.product.orm.em.fork().count(Session, { client, revokedAt: null })).toBe(0);
});

test("the profile saves name, time zone and language to the account", async () => {
  const { page, stage, comeIn: signIn } = journey;
  await signIn(stage.customer.email, "/me");
  const card = page.getByRole("region", { name: "Profile" });
  await card.getByRole("combobox", { name: "Time zone" }).fill("Berlin");
  await page.getByRole("option", { name: "Europe/Berlin" }).click();
  await card.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "Deutsch" }).click();
  await page.getByRole("button", { name: "Speichern" }).click();
  await page.getByText("Gespeichert").waitFor();
  const { data } = await stage.customer.get("/api/v1/users/me");
  expect(data.preferences).toMatchObject({ language: "de", timezone: "Europe/Berlin" });
});

test("a time zone that was never chosen is the browser's, until one is chosen, and again after that", async () => {
  const { product, open } = journey;
  const person = await product.signIn("customer");
  const visit = await open({ timezoneId: "Asia/Tokyo" });
  await enter(visit, person.email, "/me");
  const { page } = visit;
  const zone = page.getByRole("combobox", { name: "Time zone" });
  const zoneOf = async () => {
    await zone.waitFor();
    return zone.inputValue();
  };
  const save = async () => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved").last().waitFor();
    await page.reload();
  };
  const { data: project } = await person.send("POST", "/api/v1/projects", {
    name: "Zones",
    framework: "soc2",
  });
  const due = { name: "Go live", due_date: "2100-03-01T20:00:00.000Z" };
  await person.send("POST", `/api/v1/projects/${project.id}/milestones`, due);
  const isDue = async (day: string) => {
    await page.goto(`/projects/${project.id}`);
    await page.getByText(day).first().waitFor();
    await page.goto("/me");
  };
  expect(await zoneOf()).toBe("As in this browser (Asia/Tokyo)");
  await isDue("2 Mar 2100");
  await page.getByRole("textbox", { name: "Name" }).fill("Somebody");
  await save();
  expect(await zoneOf()).toBe("As in this browser (Asia/Tokyo)");
  // What is typed after a click replaces the zone that is shown.
  await zone.click();
  await page.keyboard.type("nowhere");
  await page.getByText("Nothing matches what you typed").waitFor();
  await zone.click();
  await page.keyboard.type("Berlin");
  await page.getByRole("option", { name: "Europe/Berlin" }).click();
  await save();
  expect(await zoneOf()).toBe("Europe/Berlin");
  await isDue("1 Mar 2100");
  await zone.fill("As in");
  await page.getByRole("option", { name: "As in this browser (Asia/Tokyo)" }).click();
  await save();
  expect(await zoneOf()).toBe("As in this browser (Asia/Tokyo)");
  const { data } = await person.get("/api/v1/auth/profile");
  expect(data).toMatchObject({ name: "Somebody", preferences: { timezone: "UTC" } });
  expect(data.unset_preferences).toEqual(["timezone"]);
});

test("a user mutes notifications under Me, and they stay muted after a reload", async () => {
  const { page, product, comeIn } = journey;
  const person = await product.signIn("manager");
  await comeIn(person.email, "/me");
  const reports = page
    .getByRole("region", { name: "Notifications" })
    .getByLabel("Reports that are ready or failed");
  await reports.click();
  const muted = async () => (await person.get("/api/v1/users/me")).data.preferences.muted;
  await waitFor(muted, (topics) => topics?.length === 1);
  expect(await muted()).toEqual(["reports"]);
  await page.reload();
  await reports.waitFor();
  expect(await reports.isChecked()).toBe(false);
});
