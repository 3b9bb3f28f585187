import { describe, expect, test } from "@jest/globals";
import { TOTP } from "otpauth";
import { pino } from "pino";
import { createSecurityChangeActivities } from "../activities/identity/security-change.activities.ts";
import type { EventKind } from "../domain/events/event-kinds.ts";
import { Event } from "../domain/events/event.entity.ts";
import { TotpFactor } from "../domain/identity/second-factor.entity.ts";
import { requestLink, type ChatPerson } from "../domain/integrations/linked-account.commands.ts";
import { systemClock } from "../platform/clock.ts";
import { createBrowser } from "./support/browser.ts";
import { startIdentityServer } from "./support/identity-server.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { authorizePath, registerProvider, signInWith } from "./support/test-providers.ts";
import { securityChangeOf, securityChangeWorkflowId } from "../domain/identity/security-change.rules.ts";
import { startMailing } from "./support/mail-stage.ts";
import { historyText } from "./support/history-text.ts";
import { PASSWORD, createPerson, type Person } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { waitFor } from "./support/wait-for.ts";

const NEW_PASSWORD = "seven green bottles on a wall";
const TOTP_PATH = "/api/v1/auth/totp";

const { product, mailbox, mailsTo, temporal, withoutMail } = await startMailing(
  createSecurityChangeActivities,
);

const eventsOf = ({ id }: Person, kind: EventKind) =>
  product.orm.em.fork().find(Event, { subjectId: id, kind }, { orderBy: { id: "asc" } });
const workflowOf = (event: Event) => temporal.workflow.getHandle(securityChangeWorkflowId(event.id));

/** The latest event of the type, once its workflow has ended as `sent`. */
async function answered(person: Person, kind: EventKind): Promise<Event> {
  const events = await waitFor(
    () => eventsOf(person, kind),
    (found) => found.length > 0 && found.every(({ dispatchedAt }) => dispatchedAt),
  );
  const event = events.at(-1)!;
  expect(await workflowOf(event).result()).toEqual({ outcome: "sent" });
  return event;
}

const change = (person: SignedIn, next = NEW_PASSWORD, current = PASSWORD) =>
  person.send("POST", "/api/v1/auth/password", { current_password: current, new_password: next });

interface Enrolled extends SignedIn {
  secret: string;
  recoveryCodes: string[];
}

async function enrol(): Promise<Enrolled> {
  const person = await product.signIn("customer");
  const { secret } = (await person.send("POST", TOTP_PATH, { password: PASSWORD })).data;
  const code = new TOTP({ secret }).generate();
  const { data } = await person.send("POST", `${TOTP_PATH}/confirm`, { code });
  // Simulates the passage of time: the next code counts again.
  await product.orm.em.fork().nativeUpdate(TotpFactor, { user: person.id }, { lastStep: 0 });
  return { ...person, secret, recoveryCodes: data.recovery_codes };
}
const proofOf = ({ secret }: Enrolled) => ({ password: PASSWORD, code: new TOTP({ secret }).generate() });

describe("a changed password", () => {
  test("is mailed to its owner with the time and without a password", async () => {
    const person = await product.signIn("customer");
    await change(person);
    const { occurredAt } = await answered(person, "user.password_changed");
    const [mail, ...more] = mailsTo(person);
    expect(more).toEqual([]);
    expect(mail).toContain("Subject: Your sign-in changed");
    expect(mail).toContain("Your password was changed.");
    expect(mail).toContain(`When: ${occurredAt.toISOString().slice(0, 16).replace("T", " ")} UTC`);
    expect(mail).toContain(`${product.config.publicUrl}/password/forgot`);
    for (const secret of [NEW_PASSWORD, PASSWORD]) expect(mail).not.toContain(secret);
  });

  test.each([
    ["the current password is wrong", NEW_PASSWORD, "not my password"],
    ["the new password is", "too short", PASSWORD],
  ])("is not mailed if it was refused because %s", async (_why, next, current) => {
    const person = await product.signIn("customer");
    expect((await change(person, next, current)).status).toBe(400);
    expect(await eventsOf(person, "user.password_changed")).toEqual([]);
    // Only the later change is reported.
    await change(person);
    await answered(person, "user.password_changed");
    expect(mailsTo(person)).toHaveLength(1);
  });

  test("by an admin's link is mailed twice: when it is created, and when it is used", async () => {
    const admin = await product.signIn("admin");
    const person = await createPerson(product.orm, "customer");
    const { data } = await admin.send("POST", `/api/v1/users/${person.id}/password-reset`);
    await answered(person, "user.password_reset_issued");
    expect(mailsTo(person)[0]).toContain("An administrator created a link");
    const token = new URL(data.reset_url).searchParams.get("token")!;
    const reset = (password: string) =>
      product.anonymous.send("POST", "/api/v1/auth/password/reset", { token, new_password: password });
    expect((await reset("too short")).status).toBe(400);
    expect((await reset(NEW_PASSWORD)).status).toBe(200);
    await answered(person, "user.password_changed");
    const mails = mailsTo(person);
    expect(mails).toHaveLength(2);
    expect(mails[1]).toContain("A new password was set for your account");
    for (const mail of mails) expect(mail).not.toContain(token);
  });

  test("is mailed even if the mail server refuses at first; the history contains only the event's id", async () => {
    const person = await product.signIn("customer");
    mailbox.refuse(1);
    await change(person);
    const event = await answered(person, "user.password_changed");
    expect(mailsTo(person)).toHaveLength(1);
    const text = await historyText(workflowOf(event));
    expect(text).toContain(JSON.stringify(JSON.stringify({ eventId: event.id })));
    expect(text).toContain("A service that the step needs is unavailable");
    for (const secret of [person.email, PASSWORD, NEW_PASSWORD]) expect(text).not.toContain(secret);
  });

  test("is not mailed without a mail server, which is logged once", async () => {
    const person = await product.signIn("customer");
    await change(person);
    const { id } = await answered(person, "user.password_changed");
    const before = mailbox.mails.length;
    const logged: object[] = [];
    const write = (line: string) => void logged.push(JSON.parse(line) as object);
    const { mailSecurityChange } = withoutMail({ logger: pino({ level: "info" }, { write }) });
    expect(await mailSecurityChange(id)).toBe("not configured");
    expect(logged).toEqual([
      expect.objectContaining({
        level: 30,
        eventId: id,
        msg: "no mail was sent about a changed sign-in: SMTP_URL is not set",
      }),
    ]);
    expect(mailbox.mails).toHaveLength(before);
  });
});

describe("a changed address", () => {
  test("is mailed to the old one; other changes by an admin are not", async () => {
    const admin = await product.signIn("admin");
    const person = await product.signIn("customer");
    const change = (body: object) => admin.send("PUT", `/api/v1/users/${person.id}`, body);
    expect((await change({ name: "Another Name", role: "auditor" })).status).toBe(200);
    const email = `new-${person.email}`;
    expect((await change({ email })).status).toBe(200);
    const { data } = await answered(person, "user.updated");
    expect(data["previous_email"]).toBe(person.email);
    const [renamed, ...more] = await eventsOf(person, "user.updated");
    expect(more).toHaveLength(1);
    await expect(workflowOf(renamed!).describe()).rejects.toThrow(/not found/);
    const mails = mailsTo(person);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.replaceAll("=\r\n", "")).toContain(`was changed to ${email}`);
    expect(mailsTo({ ...person, email })).toEqual([]);
  });
});

describe("a changed second factor", () => {
  test("is mailed when it is turned on, without its secret and codes", async () => {
    const person = await enrol();
    await answered(person, "user.totp_enabled");
    const [mail, ...more] = mailsTo(person);
    expect(more).toEqual([]);
    expect(mail).toContain("A second factor was turned on");
    for (const secret of [person.secret, ...person.recoveryCodes]) expect(mail).not.toContain(secret);
  });

  test("is mailed when recovery codes are replaced and when it is turned off, but not for refusals", async () => {
    const person = await enrol();
    await answered(person, "user.totp_enabled");
    const wrong = { ...proofOf(person), password: "not my password" };
    expect((await person.send("POST", `${TOTP_PATH}/recovery-codes`, wrong)).status).toBe(400);
    expect((await person.send("DELETE", TOTP_PATH, wrong)).status).toBe(400);
    const { data } = await person.send("POST", `${TOTP_PATH}/recovery-codes`, proofOf(person));
    await answered(person, "user.recovery_codes_replaced");
    const proof = { password: PASSWORD, code: data.recovery_codes[0] };
    expect((await person.send("DELETE", TOTP_PATH, proof)).status).toBe(200);
    await answered(person, "user.totp_disabled");
    const [, replaced, off, ...more] = mailsTo(person);
    expect(more).toEqual([]);
    expect(replaced).toContain("Your recovery codes were replaced");
    for (const code of data.recovery_codes) expect(replaced).not.toContain(code);
    expect(off).toContain("Your second factor was turned off");
  });

  test("is mailed to its owner when an admin turned it off", async () => {
    const admin = await product.signIn("admin");
    const person = await enrol();
    await answered(person, "user.totp_enabled");
    expect((await admin.send("DELETE", `/api/v1/users/${person.id}/totp`)).status).toBe(200);
    await answered(person, "user.totp_disabled");
    expect(mailsTo(person).at(-1)).toContain("An administrator turned your second factor off");
    expect(mailsTo(admin)).toEqual([]);
  });
});

/** The mail about the only event of this kind in the whole test. */
async function mailAbout(person: Person, kind: EventKind): Promise<string> {
  const [event] = await waitFor(
    () => product.orm.em.fork().find(Event, { kind }),
    (found) => found.length === 1 && found[0]!.dispatchedAt !== null,
  );
  expect(await workflowOf(event!).result()).toEqual({ outcome: "sent" });
  const mails = mailsTo(person);
  expect(mails).toHaveLength(1);
  return mails[0]!.replaceAll("=\r\n", "");
}

test("a linked chat account is mailed to the user as whom it now acts", async () => {
  const person = await createPerson(product.orm, "customer");
  const chat: ChatPerson = { kind: "slack", externalId: `T1:${person.id}`, displayName: "Someone else" };
  const link = await requestLink(
    { em: product.orm.em.fork(), clock: systemClock },
    chat,
    product.config.publicUrl,
  );
  const browser = createBrowser();
  const form = await browser.open(link);
  const page = await browser.press(form, { action: "sign-in", email: person.email, password: PASSWORD });
  expect(mailsTo(person)).toEqual([]);
  await browser.press(page, { action: "allow" });
  expect(await mailAbout(person, "linked_account.linked")).toContain("A Slack account was linked to yours");
});

test("an account that an identity provider links is mailed to its user, but not to one whom it creates", async () => {
  const admin = await product.signIn("admin");
  const person = await createPerson(product.orm, "customer");
  const server = await stopAfterAll(startIdentityServer());
  const acme = { issuer: server.url, link_by_email: true, create_users: true, default_role: "customer" };
  await registerProvider(admin, { ...acme, allowed_email_domains: ["acme.example"] });
  const path = await authorizePath(admin);
  server.claims = { email: person.email, email_verified: true };
  await signInWith(createBrowser(), product, path);
  expect(await mailAbout(person, "user.upstream_linked")).toContain("An account at Acme was linked to yours");
  const created = { email: `new-${person.id}@acme.example` };
  server.claims = { ...created, email_verified: true, sub: "another" };
  expect((await signInWith(createBrowser(), product, path)).html).toContain(created.email);
  const last = await product.orm.em
    .fork()
    .findOneOrFail(Event, { kind: "user.upstream_linked" }, { orderBy: { id: "desc" } });
  expect(securityChangeOf(last)).toBeNull();
});
