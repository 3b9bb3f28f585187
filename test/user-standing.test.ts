import { describe, expect, test } from "@jest/globals";
import { startApi } from "../api/start-api.ts";
import { ApiKey } from "../domain/api-keys/api-key.entity.ts";
import { Event } from "../domain/events/event.entity.ts";
import { PasswordReset } from "../domain/identity/password-reset.entity.ts";
import { Session } from "../domain/identity/session.entity.ts";
import { Project } from "../domain/projects/project.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/logger.ts";
import { createKey } from "./support/api-keys.ts";
import { createApiClient, type ApiClient } from "./support/api-client.ts";
import { PASSWORD, type Person } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { stopAfterAll } from "./support/stop-after-all.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const PATH = "/api/v1/users";

const product = await startProductForFile();
const second = await stopAfterAll(startApi({ ...product.config, PORT: 0 }, createLogger("test", "silent")));
/** Two API processes on one database. */
const processes = [product.anonymous, createApiClient(`http://127.0.0.1:${second.port}`)];
const admin = await product.signIn("admin");

const change = (id: string, body: object, by: ApiClient = admin) => by.send("PUT", `${PATH}/${id}`, body);
const remove = (id: string, by: ApiClient = admin) => by.send("DELETE", `${PATH}/${id}`);
const activeAdmins = () => product.orm.em.fork().count(User, { role: "admin", active: true });
const bearer = ({ token }: SignedIn) => ({ authorization: `Bearer ${token}` });
const logIn = (person: Person) =>
  product.anonymous.send("POST", "/api/v1/auth/login", { email: person.email, password: PASSWORD });
/** The response of each process to the user. */
const statuses = async (path: string, headers: Record<string, string>, method = "GET", body?: object) =>
  Promise.all(processes.map(async (api) => (await api.send(method, path, body, headers)).status));
const kindsOf = async (id: string): Promise<string[]> => {
  const events = await product.orm.em.fork().find(Event, { subjectId: id }, { orderBy: { id: "asc" } });
  return events.map(({ kind }) => kind);
};
const ascending = (a: number, b: number): number => a - b;

describe("from the next request on, in every process", () => {
  test("a changed role applies", async () => {
    const person = await product.signIn("manager");
    const project = { name: "A project", framework: "soc2" };
    const create = () => statuses("/api/v1/projects", bearer(person), "POST", project);
    expect(await create()).toEqual([201, 201]);
    await change(person.id, { role: "auditor" });
    expect(await create()).toEqual([403, 403]);
    await change(person.id, { role: "customer" });
    expect(await create()).toEqual([201, 201]);
  });

  test("a former admin administers nothing", async () => {
    const former = await product.signIn("admin");
    expect(await statuses("/api/v1/oauth-clients", bearer(former))).toEqual([200, 200]);
    await change(former.id, { role: "manager" });
    expect(await statuses("/api/v1/oauth-clients", bearer(former))).toEqual([403, 403]);
    expect((await remove(admin.id, former)).status).toBe(404);
  });

  test("demo permission and manager determine access to demo projects", async () => {
    const leader = await product.signIn("manager");
    const person = await product.signIn("customer");
    const { data: demo } = await admin.send("POST", "/api/v1/projects", { name: "Demo", framework: "soc2" });
    await product.orm.em.fork().nativeUpdate(Project, { id: demo.id }, { demo: true });
    const seen = () =>
      Promise.all(
        processes.map(async (api) => {
          const { data } = await api.get("/api/v1/projects?limit=100", bearer(person));
          return data.projects.some(({ id }: { id: string }) => id === demo.id);
        }),
      );
    expect(await seen()).toEqual([true, true]);
    await change(person.id, { manager_id: leader.id });
    expect(await seen()).toEqual([false, false]);
    await change(person.id, { demo_allowed: true });
    expect(await seen()).toEqual([true, true]);
    await change(person.id, { demo_allowed: false });
    expect(await seen()).toEqual([false, false]);
    await change(person.id, { manager_id: null });
    expect(await seen()).toEqual([true, true]);
  });

  test("a manager sees their reports and those reports' projects", async () => {
    const leader = await product.signIn("manager");
    const person = await product.signIn("customer");
    const { data } = await person.send("POST", "/api/v1/projects", { name: "A project", framework: "soc2" });
    const looks = async () => [
      ...(await statuses(`${PATH}/${person.id}`, bearer(leader))),
      ...(await statuses(`/api/v1/projects/${data.id}`, bearer(leader))),
    ];
    expect(await looks()).toEqual([404, 404, 404, 404]);
    await change(person.id, { manager_id: leader.id });
    expect(await looks()).toEqual([200, 200, 200, 200]);
    await change(person.id, { manager_id: null });
    expect(await looks()).toEqual([404, 404, 404, 404]);
  });
});

describe("deactivating", () => {
  async function withEverything() {
    const person = await product.signIn("customer");
    const { data } = await logIn(person);
    const key = await createKey(person);
    const { data: reset } = await admin.send("POST", `${PATH}/${person.id}/password-reset`);
    const token = new URL(reset.reset_url).searchParams.get("token");
    return { person, key, token, refresh_token: data.tokens.refresh_token };
  }

  test.each([
    ["DELETE", (id: string) => remove(id)],
    ["PUT", (id: string) => change(id, { active: false })],
  ])("by %s ends sessions, refresh tokens, API keys and links at once", async (_method, deactivate) => {
    const { person, key, token, refresh_token } = await withEverything();
    const me = `${PATH}/me`;
    const byKey = { "x-api-key": key.api_key };
    expect([...(await statuses(me, bearer(person))), ...(await statuses(me, byKey))]).toEqual(
      Array(4).fill(200),
    );
    expect((await deactivate(person.id)).status).toBe(200);
    expect([...(await statuses(me, bearer(person))), ...(await statuses(me, byKey))]).toEqual(
      Array(4).fill(401),
    );
    expect(await statuses("/api/v1/auth/refresh", {}, "POST", { refresh_token })).toEqual([401, 401]);
    const set = { token, new_password: "seven green bottles on a wall" };
    expect((await product.anonymous.send("POST", "/api/v1/auth/password/reset", set)).status).toBe(400);
    expect((await logIn(person)).status).toBe(401);
    expect(await kindsOf(person.id)).toEqual(["user.password_reset_issued", "user.deactivated"]);
    expect(await kindsOf(key.id)).toEqual(["api_key.created", "api_key.revoked"]);
    const { data } = await product.orm.em
      .fork()
      .findOneOrFail(Event, { kind: "api_key.revoked", subjectId: key.id });
    expect(data["reason"]).toBe("owner_deactivated");
  });

  test("keeps the user and their history, and is shown in lists", async () => {
    const person = await product.signIn("customer");
    const body = { name: "A project", framework: "soc2" };
    const { data: project } = await person.send("POST", "/api/v1/projects", body);
    const answer = await remove(person.id);
    expect(answer.body.message).toBe("The user was deactivated");
    expect((await admin.get(`${PATH}/${person.id}`)).data).toMatchObject({ active: false });
    expect((await admin.get(`/api/v1/projects/${project.id}`)).data.customer_id).toBe(person.id);
    expect((await remove(person.id)).status).toBe(200);
    expect(await kindsOf(person.id)).toEqual(["user.deactivated"]);
  });

  test("can be undone by an admin, without reviving earlier credentials", async () => {
    const { person, key, refresh_token } = await withEverything();
    await remove(person.id);
    // What a concurrent sign-in or key creation would leave behind after the user was deactivated.
    const em = product.orm.em.fork();
    await em.nativeUpdate(Session, { user: person.id }, { revokedAt: null });
    await em.nativeUpdate(ApiKey, { id: key.id }, { revokedAt: null });
    expect((await change(person.id, { active: true })).data).toMatchObject({ active: true });
    expect(await statuses(`${PATH}/me`, bearer(person))).toEqual([401, 401]);
    expect(await statuses(`${PATH}/me`, { "x-api-key": key.api_key })).toEqual([401, 401]);
    expect(await statuses("/api/v1/auth/refresh", {}, "POST", { refresh_token })).toEqual([401, 401]);
    expect((await logIn(person)).status).toBe(200);
    expect((await kindsOf(person.id)).slice(-2)).toEqual(["user.deactivated", "user.reactivated"]);
  });

  test("cannot be done to oneself", async () => {
    for (const answer of [await remove(admin.id), await change(admin.id, { active: false })])
      expect([answer.status, answer.body.error.code]).toEqual([409, "CONFLICT"]);
    expect((await admin.get(`${PATH}/me`)).status).toBe(200);
  });
});

test("a new address invalidates password reset links", async () => {
  const person = await product.signIn("customer");
  await admin.send("POST", `${PATH}/${person.id}/password-reset`);
  const links = () => product.orm.em.fork().count(PasswordReset, { user: person.id });
  expect(await links()).toBe(1);
  await change(person.id, { email: `${newId()}@example.com` });
  expect(await links()).toBe(0);
});

describe("the last active administrator", () => {
  /** Exactly two admins. */
  async function two(): Promise<[SignedIn, SignedIn]> {
    const [one, other] = [await product.signIn("admin"), await product.signIn("admin")];
    const others = { role: "admin", id: { $nin: [one.id, other.id] } } as const;
    await product.orm.em.fork().nativeUpdate(User, others, { active: false });
    return [one, other];
  }

  test("stays one", async () => {
    const [one, other] = await two();
    expect((await remove(other.id, one)).status).toBe(200);
    for (const body of [{ role: "manager" }, { active: false }])
      expect((await change(one.id, body, one)).body.error).toMatchObject({ code: "CONFLICT" });
    expect((await remove(one.id, one)).body.error).toMatchObject({ code: "CONFLICT" });
    expect(await activeAdmins()).toBe(1);
  });

  test.each<[string, (by: SignedIn, of: SignedIn) => ReturnType<typeof remove>]>([
    ["delete each other", (by, of) => remove(of.id, by)],
    ["demote each other", (by, of) => change(of.id, { role: "customer" }, by)],
    ["each step down", (by) => change(by.id, { role: "manager" }, by)],
  ])(
    "remains if two %s at once",
    async (_name, act) => {
      for (let round = 0; round < 5; round++) {
        const [one, other] = await two();
        const answers = await Promise.all([act(one, other), act(other, one)]);
        const [first, last] = answers.map(({ status }) => status).toSorted(ascending);
        expect([first, await activeAdmins()]).toEqual([200, 1]);
        // A request after the commit is no longer signed in, or no longer an administrator.
        expect([401, 403, 404, 409]).toContain(last);
      }
    },
    60_000,
  );

  test("remains, also when two of three delete each other at once", async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = await two();
      await product.signIn("admin");
      const answers = await Promise.all([remove(other.id, one), remove(one.id, other)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await activeAdmins()).toBe(2);
    }
  });
});

test("changes of one user with and without If-Match do not deadlock", async () => {
  const by = await product.signIn("admin");
  const person = await product.signIn("customer");
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      by.send("PUT", `${PATH}/${person.id}`, { active: i % 4 < 2 }, i % 2 === 0 ? { "if-match": "*" } : {}),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
});
