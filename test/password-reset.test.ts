import { describe, expect, test } from "@jest/globals";
import { TOTP } from "otpauth";
import { createPasswordResetActivities } from "../activities/identity/password-reset.activities.ts";
import { Event } from "../domain/events/event.entity.ts";
import { PasswordReset } from "../domain/identity/password-reset.entity.ts";
import { resetWorkflowId } from "../domain/identity/password-reset.rules.ts";
import { User } from "../domain/users/user.entity.ts";
import { startMailing } from "./support/mail-stage.ts";
import { createBrowser } from "./support/browser.ts";
import { historyText } from "./support/history-text.ts";
import { PASSWORD, createPerson, type Person } from "./support/people.ts";
import { waitFor } from "./support/wait-for.ts";

const PATH = "/api/v1/auth/password";
const NEW_PASSWORD = "seven green bottles on a wall";

const { product, mailbox, mailsTo, temporal, withoutMail } = await startMailing(
  createPasswordResetActivities,
);

const ask = (email: string) => product.anonymous.send("POST", `${PATH}/forgot`, { email });
const reset = (token: string, password = NEW_PASSWORD) =>
  product.anonymous.send("POST", `${PATH}/reset`, { token, new_password: password });
const logIn = (email: string, password: string) =>
  product.anonymous.send("POST", "/api/v1/auth/login", { email, password });
const tokenIn = (text: string): string => /reset-password\?token=([\w-]{43})/.exec(text)![1]!;

/** The id of the latest request by anyone. */
const lastRequest = async (): Promise<string> =>
  (await product.orm.em.fork().findOneOrFail(Event, { kind: "user.password_reset_requested" }, LATEST))
    .subjectId;
const LATEST = { orderBy: { id: "desc" } } as const;
const workflowOf = (requestId: string) => temporal.workflow.getHandle(resetWorkflowId(requestId));
const outcomeOf = async (requestId: string): Promise<unknown> => {
  await waitFor(
    () => product.orm.em.fork().count(Event, { subjectId: requestId, dispatchedAt: null }),
    (waiting) => waiting === 0,
  );
  return workflowOf(requestId).result();
};

/** A link by mail, requested without signing in. */
async function mailedToken(person: Person): Promise<string> {
  expect((await ask(person.email)).status).toBe(202);
  expect(await outcomeOf(await lastRequest())).toEqual({ outcome: "sent" });
  return tokenIn(mailsTo(person).at(-1)!);
}

describe("requesting a new password", () => {
  test("mails a link to the address of an account, in any case", async () => {
    const person = await createPerson(product.orm, "customer");
    await mailedToken({ ...person, email: person.email });
    const [mail] = mailsTo(person);
    expect(mail).toContain("Subject: Set a new password");
    expect(mail).toContain(`${product.config.publicUrl}/reset-password?token=`);
    const kinds = (await product.orm.em.fork().find(Event, { subjectId: person.id })).map(({ kind }) => kind);
    expect(kinds).toEqual(["user.password_reset_issued"]);
  });

  test("gives the same answer to an unknown address, after the same work", async () => {
    const person = await createPerson(product.orm, "customer");
    const known = await ask(person.email);
    const unknown = await ask("nobody@example.com");
    expect([unknown.status, unknown.body.message]).toEqual([known.status, known.body.message]);
    const requestId = await lastRequest();
    expect(await outcomeOf(requestId)).toEqual({ outcome: "nobody" });
    expect(await product.orm.em.fork().count(PasswordReset, { id: requestId })).toBe(0);
  });

  test("mails no one who is deactivated or signs in at an identity provider", async () => {
    const gone = await createPerson(product.orm, "customer", { active: false });
    const elsewhere = await createPerson(product.orm, "customer");
    await product.orm.em.fork().nativeUpdate(User, { id: elsewhere.id }, { passwordHash: null });
    for (const { email } of [gone, elsewhere]) {
      await ask(email);
      expect(await outcomeOf(await lastRequest())).toEqual({ outcome: "nobody" });
    }
  });

  test("gives an admin no link for a deactivated user, because it would not work", async () => {
    const admin = await product.signIn("admin");
    const gone = await createPerson(product.orm, "customer", { active: false });
    const answer = await admin.send("POST", `/api/v1/users/${gone.id}/password-reset`);
    expect([answer.status, answer.body.error.code]).toEqual([409, "CONFLICT"]);
    expect(await product.orm.em.fork().count(PasswordReset, { email: gone.email })).toBe(0);
  });

  test("mails at most three valid links", async () => {
    const person = await createPerson(product.orm, "customer");
    const tokens = [await mailedToken(person), await mailedToken(person), await mailedToken(person)];
    await ask(person.email);
    expect(await outcomeOf(await lastRequest())).toEqual({ outcome: "enough" });
    expect(mailsTo(person)).toHaveLength(3);
    expect((await reset(tokens[0]!)).status).toBe(200);
    expect((await reset(tokens[1]!)).status).toBe(400);
  });

  test("retries while the mail server refuses, and leaves no token in the history", async () => {
    const person = await createPerson(product.orm, "customer");
    mailbox.refuse(1);
    const token = await mailedToken(person);
    const requestId = await lastRequest();
    const text = await historyText(workflowOf(requestId));
    expect(text).toContain(JSON.stringify(JSON.stringify({ requestId })));
    expect(text).not.toContain(token);
    expect(text).not.toContain(person.email);
    expect((await reset(token)).status).toBe(200);
  });

  test("ends as not configured without a mail server", async () => {
    await ask("nobody@example.com");
    const requestId = await lastRequest();
    await outcomeOf(requestId);
    expect(await withoutMail().mailPasswordReset(requestId)).toBe("not configured");
  });

  test("is also a page, linked from the sign-in page", async () => {
    const person = await createPerson(product.orm, "customer");
    const browser = createBrowser();
    const signInPage = await browser.open(`${product.config.publicUrl}/device`);
    expect(signInPage.html).toContain('<a href="/password/forgot">Forgot your password?</a>');
    const page = await browser.open(`${product.config.publicUrl}/password/forgot`);
    expect(page.status).toBe(200);
    const sent = await browser.press(page, { email: person.email });
    expect([sent.status, /we have sent it an e-mail with a link/.test(sent.html)]).toEqual([200, true]);
    expect(await outcomeOf(await lastRequest())).toEqual({ outcome: "sent" });
    expect((await reset(tokenIn(mailsTo(person).at(-1)!))).status).toBe(200);
  });

  test("requires an address", async () => {
    expect((await ask("not an address")).body.error.details["field"]).toBe("email");
  });
});

describe("setting a new password with a link", () => {
  test("ends every session, opens none, and works once", async () => {
    const person = await product.signIn("customer");
    const token = await mailedToken(person);
    const { status, data } = await reset(token);
    expect([status, data]).toEqual([200, undefined]);
    expect((await person.get("/api/v1/users/me")).status).toBe(401);
    expect((await logIn(person.email, PASSWORD)).status).toBe(401);
    expect((await logIn(person.email, NEW_PASSWORD)).status).toBe(200);
    expect((await reset(token)).body.error.details["field"]).toBe("token");
    const [event] = await product.orm.em
      .fork()
      .find(Event, { subjectId: person.id, kind: "user.password_changed" });
    expect(event!.data).toEqual({ user: { id: person.id, email: person.email }, how: "reset" });
  });

  test("succeeds once in ten simultaneous requests, even with different links", async () => {
    const person = await createPerson(product.orm, "customer");
    const tokens = [await mailedToken(person), await mailedToken(person)];
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(tokens[i % 2]!)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(9).fill(400),
    ]);
  });

  test("keeps the link valid if the password is refused", async () => {
    const person = await createPerson(product.orm, "customer");
    const token = await mailedToken(person);
    expect((await reset(token, "too short")).body.error.details["field"]).toBe("new_password");
    expect((await reset(token)).status).toBe(200);
  });

  test("expires after thirty minutes", async () => {
    const person = await createPerson(product.orm, "customer");
    const token = await mailedToken(person);
    const em = product.orm.em.fork();
    const { createdAt, expiresAt } = await em.findOneOrFail(PasswordReset, { user: person.id });
    expect(Math.round((expiresAt!.getTime() - createdAt.getTime()) / 60_000)).toBe(30);
    await em.nativeUpdate(PasswordReset, { user: person.id }, { expiresAt: new Date() });
    expect((await reset(token)).status).toBe(400);
  });

  test("does not change the second factor", async () => {
    const person = await product.signIn("customer");
    const { data } = await person.send("POST", "/api/v1/auth/totp", { password: PASSWORD });
    const code = new TOTP({ secret: data.secret }).generate();
    await person.send("POST", "/api/v1/auth/totp/confirm", { code });
    await reset(await mailedToken(person));
    expect((await logIn(person.email, NEW_PASSWORD)).body.error.details["field"]).toBe("otp");
  });

  test("is also a page", async () => {
    const person = await createPerson(product.orm, "customer");
    const browser = createBrowser();
    const url = `${product.config.publicUrl}/reset-password?token=${await mailedToken(person)}`;
    const page = await browser.open(url);
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    const refused = await browser.press(page, { new_password: "too short" });
    expect([refused.status, /at least 12/.test(refused.html)]).toEqual([400, true]);
    const done = await browser.press(refused, { new_password: NEW_PASSWORD });
    expect(done.html).toContain("Your new password is set");
    expect(done.html).toContain('href="/sign-in"');
    expect((await logIn(person.email, NEW_PASSWORD)).status).toBe(200);
    expect((await browser.press(page, { new_password: NEW_PASSWORD })).html).toContain("This link");
  });
});

describe("a link from an admin", () => {
  test("is returned once and works like a mailed one", async () => {
    const admin = await product.signIn("admin");
    const person = await createPerson(product.orm, "customer");
    const { status, data, headers } = await admin.send("POST", `/api/v1/users/${person.id}/password-reset`);
    expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
    const stored = await product.orm.em.fork().findOneOrFail(PasswordReset, { user: person.id });
    expect(JSON.stringify(stored)).not.toContain(tokenIn(data.reset_url));
    expect((await reset(tokenIn(data.reset_url))).status).toBe(200);
    expect((await logIn(person.email, NEW_PASSWORD)).status).toBe(200);
    const events = await product.orm.em
      .fork()
      .find(Event, { subjectId: person.id }, { orderBy: { id: "asc" } });
    expect(events.map(({ kind, actorId }) => [kind, actorId])).toEqual([
      ["user.password_reset_issued", admin.id],
      ["user.password_changed", null],
    ]);
  });

  test("cannot be created for oneself", async () => {
    const admin = await product.signIn("admin");
    expect((await admin.send("POST", `/api/v1/users/${admin.id}/password-reset`)).status).toBe(403);
  });
});
