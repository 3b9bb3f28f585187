import { describe, expect, test } from "@jest/globals";
import { DeviceGrant } from "../domain/identity/device-grant.entity.ts";
import { DEVICE_GRANT } from "../domain/identity/oauth-client.rules.ts";
import { checkPassword, logIn } from "../domain/identity/session.commands.ts";
import { Event } from "../domain/events/event.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import { systemClock } from "../platform/clock.ts";
import { argon2Passwords, hashPassword } from "../platform/crypto/passwords.ts";
import { createTotp } from "../platform/crypto/totp.ts";
import { keyHeaders } from "./support/api-keys.ts";
import { createApiClient } from "./support/api-client.ts";
import { codeFor, postForm, registerClient, REDIRECT_URI, VERIFIER } from "./support/oauth.ts";
import { PASSWORD, createPerson } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const NEW_PASSWORD = "seven green bottles on a wall";

const product = await startProductForFile();

const logInAs = (email: string, password: string) =>
  product.anonymous.send("POST", "/api/v1/auth/login", { email, password });
const change = (person: SignedIn, next = NEW_PASSWORD, current = PASSWORD) =>
  person.send("POST", "/api/v1/auth/password", { current_password: current, new_password: next });
const statusOf = async (token: string) =>
  (await createApiClient(product.config.backendUrl, token).get("/api/v1/users/me")).status;

describe("changing one's password", () => {
  test("ends every other session at once, with its tokens, and keeps the caller's", async () => {
    const person = await product.signIn("customer");
    const other = (await logInAs(person.email, PASSWORD)).data.tokens;
    expect((await change(person)).body).toMatchObject({ success: true, message: "The password was changed" });
    expect(await statusOf(other.access_token)).toBe(401);
    const refresh = { refresh_token: other.refresh_token };
    expect((await product.anonymous.send("POST", "/api/v1/auth/refresh", refresh)).status).toBe(401);
    expect(await statusOf(person.token)).toBe(200);
    expect((await logInAs(person.email, PASSWORD)).status).toBe(401);
    expect((await logInAs(person.email, NEW_PASSWORD)).status).toBe(200);
  });

  test("ends codes and device grants that were not exchanged", async () => {
    const admin = await product.signIn("admin");
    const person = await product.signIn("customer");
    const client = await registerClient(admin, { grants: ["authorization_code", DEVICE_GRANT] });
    const code = await codeFor(product, client.client_id, person.id);
    const em = product.orm.em.fork();
    const now = systemClock.now();
    const grant = { hash: "a hash", userCode: "BCDFGHJK", client: client.client_id, user: person.id };
    const times = { createdAt: now, expiresAt: new Date(now.getTime() + 60_000), interval: 5 };
    em.create(DeviceGrant, { ...grant, ...times, scopes: ["read"], status: "allowed" });
    await em.flush();
    await change(person);
    const exchange = {
      grant_type: "authorization_code",
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
    };
    expect((await postForm(product, "/oauth/token", { ...exchange, ...client })).body.error).toBe(
      "invalid_grant",
    );
    expect((await em.fork().findOneOrFail(DeviceGrant, { hash: "a hash" })).status).toBe("denied");
  });

  test("records one event without a secret", async () => {
    const person = await product.signIn("customer");
    await change(person);
    const events = await product.orm.em.fork().find(Event, { subjectId: person.id });
    expect(events.map(({ kind, actorId, data }) => ({ kind, actorId, data }))).toEqual([
      {
        kind: "user.password_changed",
        actorId: person.id,
        data: { user: { id: person.id, email: person.email }, how: "changed" },
      },
    ]);
  });

  test("requires the current password", async () => {
    const person = await product.signIn("customer");
    const { status, body } = await change(person, NEW_PASSWORD, "not my password");
    expect([status, body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.error.details).toMatchObject({ field: "current_password", error: "is not your password" });
    expect((await logInAs(person.email, PASSWORD)).status).toBe(200);
  });

  test.each([
    ["eleven char", /at least 12/],
    ["x1y2 ".repeat(26), /at most 128/],
    ["Password12345", /attackers/],
    ["A-customer-2026", /name/],
  ])("names the rule that %p violates", async (password, rule) => {
    const { status, body } = await change(await product.signIn("customer"), password);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject({ field: "new_password", error: expect.stringMatching(rule) });
  });

  test("is refused to applications and API keys", async () => {
    const admin = await product.signIn("admin");
    const person = await product.signIn("customer");
    const client = await registerClient(admin);
    const code = await codeFor(product, client.client_id, person.id);
    const exchange = {
      grant_type: "authorization_code",
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
    };
    const { body } = await postForm(product, "/oauth/token", { ...exchange, ...client });
    const application = createApiClient(product.config.backendUrl, body.access_token);
    const input = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await application.send("POST", "/api/v1/auth/password", input)).status).toBe(403);
    const headers = await keyHeaders(person, { scopes: ["read", "write"] });
    expect((await product.anonymous.send("POST", "/api/v1/auth/password", input, headers)).status).toBe(403);
  });
});

describe("checking a password", () => {
  /** Counts the expensive hashing of each sign-in. */
  function counting() {
    const hashes: (string | null)[] = [];
    const verify = (hash: string | null, password: string, caller: string) => {
      hashes.push(hash);
      return argon2Passwords.verify(hash, password, caller);
    };
    return { hashes, verify };
  }

  test("costs one slow hash for every user: known, unknown, deactivated or without a password", async () => {
    const known = await createPerson(product.orm, "customer");
    const gone = await createPerson(product.orm, "customer", { active: false });
    const without = await createPerson(product.orm, "customer");
    await product.orm.em.fork().nativeUpdate(User, { id: without.id }, { passwordHash: null });
    for (const email of [known.email, "nobody@example.com", gone.email, without.email]) {
      const passwords = counting();
      const check = checkPassword({ em: product.orm.em.fork(), passwords }, { email, password: "wrong" });
      await expect(check).rejects.toThrow("The e-mail address or the password is wrong");
      expect(passwords.hashes).toHaveLength(1);
    }
  });

  test("does not open a session if the password changes in the meantime", async () => {
    const person = await createPerson(product.orm, "customer");
    const passwords = {
      async verify() {
        const passwordHash = await hashPassword(NEW_PASSWORD);
        await product.orm.em.fork().nativeUpdate(User, { id: person.id }, { passwordHash });
        return true;
      },
    };
    const rotationKey = Buffer.alloc(32);
    const outside = { clock: systemClock, passwords, rotationKey, totp: createTotp(rotationKey), events: [] };
    const ctx = { ...outside, recordFailure: () => undefined, em: product.orm.em.fork() };
    await expect(logIn(ctx, { email: person.email, password: PASSWORD })).rejects.toThrow(/wrong/);
  });
});
