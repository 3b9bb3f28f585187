import { describe, expect, test } from "@jest/globals";
import { createPasswordResetActivities } from "../activities/identity/password-reset.activities.ts";
import { createSecurityChangeActivities } from "../activities/identity/security-change.activities.ts";
import { createInvitationActivities } from "../activities/invitations/invitation.activities.ts";
import { Event } from "../domain/events/event.entity.ts";
import { PasswordReset } from "../domain/identity/password-reset.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import { createBrowser, type Page } from "./support/browser.ts";
import { newAddress } from "./support/invitation-stage.ts";
import { startMailing } from "./support/mail-stage.ts";
import { CHALLENGE, REDIRECT_URI, registerClient } from "./support/oauth.ts";
import { PASSWORD } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";

const { product, mailsTo, withMail } = await startMailing((deps) => ({
  ...createInvitationActivities(deps),
  ...createPasswordResetActivities(deps),
  ...createSecurityChangeActivities(deps),
}));
const admin = await product.signIn("admin");
const { client_id: client } = await registerClient(admin, { name: "Acme", scopes: ["read"] });

const addressOf = (path: string) => `${product.config.publicUrl}${path}`;
const authorize = addressOf(
  `/oauth/authorize?${new URLSearchParams({
    response_type: "code",
    client_id: client,
    redirect_uri: REDIRECT_URI,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
  }).toString()}`,
);
const speak = (person: SignedIn, language: string) =>
  person.send("PUT", `/api/v1/users/${person.id}`, { preferences: { language } });
const em = () => product.orm.em.fork();
const languageOf = ({ html, headers }: Page) => [
  /<html lang="(\w+)">/.exec(html)![1],
  headers.get("content-language"),
  headers.get("vary")?.includes("Accept-Language"),
];
const GERMAN = ["de", "de", true];

describe("a page is in the language", () => {
  test.each([
    ["de-AT,de;q=0.9,en;q=0.8", GERMAN, "Passwort vergessen?"],
    ["fr,de;q=0.5,en;q=0.2", GERMAN, "Passwort vergessen?"],
    ["en-GB,en;q=0.9,de;q=0.5", ["en", "en", true], "Forgot your password?"],
    ["fr", ["en", "en", true], "Forgot your password?"],
  ])("that a browser with %s prefers", async (accepted, language, text) => {
    const page = await createBrowser(accepted).open(authorize);
    expect(languageOf(page)).toEqual(language);
    expect(page.html).toContain(text);
  });

  test("of the user once they are signed in, whatever the browser prefers", async () => {
    const person = await product.signIn("customer");
    await speak(person, "de-CH");
    const browser = createBrowser("en");
    const signIn = await browser.open(authorize);
    const wrong = await browser.press(signIn, { action: "sign-in", email: person.email, password: "wrong" });
    expect(wrong.html).toContain("The e-mail address or the password is wrong");
    const consent = await browser.press(wrong, {
      action: "sign-in",
      email: person.email,
      password: PASSWORD,
    });
    expect(languageOf(consent)).toEqual(GERMAN);
    expect(consent.html).toContain("<h1>Acme Zugriff erlauben?</h1>");
    expect(consent.html).toContain("<li>Alles lesen, was Sie lesen können</li>");
  });

  test("of the browser if it has the problem with a form", async () => {
    const browser = createBrowser("de");
    const signIn = await browser.open(authorize);
    const wrong = await browser.press(signIn, { action: "sign-in", email: "a@example.com", password: "b" });
    expect(wrong.html).toContain(`role="alert">Die E-Mail-Adresse oder das Passwort ist falsch</p>`);
    const expired = await browser.press(signIn, { action: "sign-in", csrf: "x" });
    expect(expired.html).toContain("Dieses Formular ist abgelaufen");
    const unknown = await browser.open(addressOf("/oauth/authorize?client_id=nothing"));
    expect([unknown.status, languageOf(unknown)]).toEqual([400, GERMAN]);
    expect(unknown.html).toContain("Keine Anwendung hat diese client_id");
    const spent = await browser.open(addressOf("/invitation?token=spent"));
    expect(spent.html).toContain("<h1>Diese Einladung gilt nicht</h1>");
    const reset = await browser.open(addressOf("/reset-password?token=spent"));
    expect(reset.html).toContain("Er ist ungültig, schon verwendet oder abgelaufen.");
    expect(reset.html).toContain(`<a href="/password/forgot">Neuen Link anfordern</a>`);
  });
});

describe("a mail is in the language", () => {
  test("of its recipient", async () => {
    const person = await product.signIn("customer");
    await speak(person, "de");
    const request = { id: crypto.randomUUID(), email: person.email, createdAt: new Date() };
    await em().insert(PasswordReset, request);
    expect(await withMail.mailPasswordReset(request.id)).toBe("sent");
    expect(mailsTo(person).at(-1)).toContain("Subject: Neues Passwort setzen");
    const passwords = { current_password: PASSWORD, new_password: "seven green bottles on a wall" };
    expect((await person.send("POST", "/api/v1/auth/password", passwords)).status).toBe(200);
    const changed = { subjectId: person.id, kind: "user.password_changed" } as const;
    const { id, occurredAt } = await em().findOneOrFail(Event, changed);
    expect(await withMail.mailSecurityChange(id)).toBe("sent");
    const [year, month, day] = occurredAt.toISOString().slice(0, 10).split("-");
    expect(mailsTo(person).at(-1)).toContain(`Zeitpunkt: ${day}.${month}.${year}, `);
  });

  test("of the inviting user for a person who has no account", async () => {
    const inviter = await product.signIn("admin");
    await speak(inviter, "de");
    const email = newAddress();
    const { data } = await inviter.send("POST", "/api/v1/invitations", { email, role: "customer" });
    expect(await withMail.mailInvitation({ invitationId: data.id, sends: 1 })).toBe("sent");
    expect(mailsTo({ email }).at(-1)).toContain("Subject: Sie sind zu Compliance eingeladen");
  });

  test.each([
    ["de-DE", { language: "de" }],
    ["en", {}],
  ])("of the page on which the account was created (%s)", async (accepted, preferences) => {
    const email = newAddress();
    const { data } = await admin.send("POST", "/api/v1/invitations", { email, role: "customer" });
    const link = (await admin.send("POST", `/api/v1/invitations/${data.id}/link`)).data.invitation_url;
    const browser = createBrowser(accepted);
    const page = await browser.open(link);
    expect((await browser.press(page, { name: "Kim", new_password: PASSWORD })).status).toBe(200);
    expect(await em().findOneOrFail(User, { email })).toMatchObject({ preferences });
  });
});
