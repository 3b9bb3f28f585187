import { describe, expect, test } from "@jest/globals";
import { Event } from "../domain/events/event.entity.ts";
import { newId } from "../platform/ids.ts";
import type { ApiClient } from "./support/api-client.ts";
import { PASSWORD } from "./support/people.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const PATH = "/api/v1/users";

const product = await startProductForFile();
const admin = await product.signIn("admin");
const manager = await product.signIn("manager");
const report = await product.signIn("customer", { managerId: manager.id });
const auditor = await product.signIn("auditor");

const newAddress = () => `${newId()}@example.com`;
const create = (body: object = {}, by: ApiClient = admin) =>
  by.send("POST", PATH, {
    email: newAddress(),
    name: "Somebody New",
    role: "customer",
    password: PASSWORD,
    ...body,
  });
const newUser = async (body: object = {}): Promise<string> => (await create(body)).data.id;
const change = (id: string, body: object, by: ApiClient = admin) => by.send("PUT", `${PATH}/${id}`, body);
const idsOf = async (by: ApiClient, query = "") =>
  (await by.get(`${PATH}?limit=100${query}`)).data.users.map(({ id }: { id: string }) => id);
/** The recorded events of a user, oldest first. */
async function eventsOf(id: string): Promise<[string, Record<string, unknown>][]> {
  const events = await product.orm.em.fork().find(Event, { subjectId: id }, { orderBy: { id: "asc" } });
  return events.map(({ kind, data }) => [kind, data]);
}
const refusal = ({ status, body }: Awaited<ReturnType<typeof change>>) => [
  status,
  body.error?.code,
  body.error?.details["field"],
];

describe("the list of users", () => {
  test("shows admins everyone, managers their reports and themselves, and others only themselves", async () => {
    expect(await idsOf(admin)).toEqual(expect.arrayContaining([admin.id, manager.id, report.id, auditor.id]));
    expect(await idsOf(manager)).toEqual([report.id, manager.id]);
    expect(await idsOf(report)).toEqual([report.id]);
    expect(await idsOf(auditor)).toEqual([auditor.id]);
  });

  test("is filtered, searched, sorted and paged", async () => {
    const mark = newId();
    const leader = await newUser({
      name: `Zoe ${mark}`,
      role: "manager",
      email: `zoe-${newId()}@example.com`,
    });
    const led = await newUser({ name: `Adam ${mark}`, manager_id: leader });
    const gone = await newUser({ name: `Mia ${mark}` });
    await change(gone, { active: false });
    const named = `&search=${mark}`;
    expect(await idsOf(admin, named)).toEqual([gone, led, leader]);
    expect(await idsOf(admin, `${named}&sort=name&order=asc`)).toEqual([led, gone, leader]);
    expect(await idsOf(admin, `${named}&role=manager`)).toEqual([leader]);
    expect(await idsOf(admin, `${named}&active=false`)).toEqual([gone]);
    expect(await idsOf(admin, `${named}&active=true`)).toEqual([led, leader]);
    expect(await idsOf(admin, `${named}&status=inactive`)).toEqual([gone]);
    expect(await idsOf(admin, `${named}&status=active`)).toEqual([led, leader]);
    expect(await idsOf(admin, `&manager_id=${leader}`)).toEqual([led]);
    expect(await idsOf(admin, `${named}&search_fields=email`)).toEqual([]);
    expect(await idsOf(admin, `&search=ZOE-&search_fields=email`)).toEqual([leader]);
    expect(await idsOf(admin, `${named}&created_before=2020-01-01`)).toEqual([]);
    expect(await idsOf(admin, `${named}&created_after=2020-01-01`)).toHaveLength(3);
    const { data } = await admin.get(`${PATH}?limit=2&page=2&search=${mark}`);
    expect(data.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2 });
    expect(data.users).toHaveLength(1);
  });

  test("finds no one for an invalid manager id", async () => {
    expect((await admin.get(`${PATH}?manager_id=1`)).data.users).toEqual([]);
  });

  test.each(["role=owner", "active=maybe", "sort=password_hash", "search=x&search_fields=role", "x=1"])(
    "refuses %s",
    async (query) => {
      expect((await admin.get(`${PATH}?${query}`)).body.error).toMatchObject({ code: "VALIDATION_ERROR" });
    },
  );
});

describe("creating a user", () => {
  test("returns them without a password, and they can sign in", async () => {
    const email = `New.${newId()}@Example.com`;
    const body = { email, name: " New ", manager_id: manager.id, demo_allowed: true };
    const { status, data } = await create(body);
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.any(String),
      email: email.toLowerCase(),
      name: "New",
      role: "customer",
      active: true,
      manager_id: manager.id,
      manager: { id: manager.id, name: "A manager", role: "manager" },
      demo_allowed: true,
      second_factor: false,
      has_password: true,
      preferences: { theme: "system", language: "en", timezone: "UTC" },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await admin.get(`${PATH}/${data.id}`)).data).toEqual(data);
    const login = { email, password: PASSWORD };
    expect((await product.anonymous.send("POST", "/api/v1/auth/login", login)).status).toBe(200);
    const user = { id: data.id, email: data.email, name: "New", role: "customer" };
    expect(await eventsOf(data.id)).toEqual([["user.created", { user }]]);
  });

  test("accepts an address once, also concurrently and in any case", async () => {
    const email = newAddress();
    const answers = await Promise.all(
      [email, email.toUpperCase(), email].map((one) => create({ email: one })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(refusal(await create({ email }))).toEqual([409, "CONFLICT", "email"]);
  });

  test.each([
    ["a short password", { password: "short" }, "password"],
    ["a password that is the name", { name: "Bartholomew Smith", password: "bartholomew1" }, "password"],
    ["a common password", { password: "password1234" }, "password"],
    ["no address", { email: "nobody" }, "email"],
    ["no name", { name: "  " }, "name"],
    ["an unknown role", { role: "owner" }, "role"],
    ["an unknown manager", { manager_id: newId() }, "manager_id"],
    ["an unknown field", { active: true }, "active"],
  ])("refuses %s", async (_name, body, field) => {
    expect(refusal(await create(body))).toEqual([400, "VALIDATION_ERROR", field]);
  });

  test("requires an admin", async () => {
    for (const by of [manager, report, auditor]) expect((await create({}, by)).status).toBe(403);
  });
});

describe("changing a user", () => {
  test("users can change only their own name and preferences", async () => {
    const me = await product.signIn("customer");
    const first = await change(me.id, { preferences: { theme: "dark", language: "de" } }, me);
    expect([first.status, first.data.preferences]).toEqual([
      200,
      { theme: "dark", language: "de", timezone: "UTC" },
    ]);
    const body = { name: "Me", preferences: { theme: null, timezone: "Europe/Berlin" } };
    const { data } = await change(me.id, body, me);
    expect(data).toMatchObject({
      name: "Me",
      preferences: { theme: "system", language: "de", timezone: "Europe/Berlin" },
    });
    expect((await me.get(`${PATH}/me`)).data).toEqual(data);
    const reference = { id: me.id, email: me.email, role: "customer" };
    expect(await eventsOf(me.id)).toEqual([
      ["user.updated", { user: { ...reference, name: "A customer" }, changed: ["preferences"] }],
      ["user.updated", { user: { ...reference, name: "Me" }, changed: ["name", "preferences"] }],
    ]);
  });

  test.each([
    ["role", { role: "admin" }],
    ["email", { email: "somebody.else@example.com" }],
    ["manager_id", { manager_id: null }],
    ["demo_allowed", { demo_allowed: true }],
    ["active", { active: false }],
  ])("users cannot change their own %s", async (field, body) => {
    expect(refusal(await change(report.id, { name: "x", ...body }, report))).toEqual([
      403,
      "FORBIDDEN",
      field,
    ]);
    expect((await report.get(`${PATH}/me`)).data).toMatchObject({ name: "A customer", role: "customer" });
  });

  test("sending current values changes nothing, and is allowed to all", async () => {
    const { data: before } = await report.get(`${PATH}/me`);
    const { name, email, role, manager_id, demo_allowed, active } = before;
    const answer = await change(report.id, { name, email, role, manager_id, demo_allowed, active }, report);
    expect([answer.status, answer.data]).toEqual([200, before]);
    expect(await eventsOf(report.id)).toEqual([]);
  });

  test("managers can read their reports, but not change them", async () => {
    expect((await manager.get(`${PATH}/${report.id}`)).status).toBe(200);
    expect((await change(report.id, { name: "x" }, manager)).status).toBe(403);
    expect((await change(auditor.id, { name: "x" }, manager)).status).toBe(404);
  });

  test("admins can change everything", async () => {
    const id = await newUser();
    const email = newAddress();
    const body = { name: "Other", email, role: "auditor", manager_id: manager.id, demo_allowed: true };
    expect((await change(id, body)).data).toMatchObject(body);
    const [, [kind, data]] = (await eventsOf(id)) as [unknown, [string, Record<string, unknown>]];
    expect(kind).toBe("user.updated");
    expect(data).toMatchObject({
      user: { id, email, name: "Other", role: "auditor" },
      changed: ["demo_allowed", "email", "manager_id", "name", "role"],
      previous_email: expect.any(String),
    });
    expect((await change(id, { manager_id: null })).data.manager_id).toBeNull();
  });

  test.each([
    ["an unknown time zone", { preferences: { timezone: "Berlin" } }, "preferences.timezone"],
    ["an offset", { preferences: { timezone: "+01:00" } }, "preferences.timezone"],
    [
      "a time zone in another spelling",
      { preferences: { timezone: "europe/berlin" } },
      "preferences.timezone",
    ],
    ["no language tag", { preferences: { language: "de_DE" } }, "preferences.language"],
    ["an unknown preference", { preferences: { sound: "on" } }, "preferences.sound"],
    ["a password", { password: PASSWORD }, "password"],
  ])("refuses %s", async (_name, body, field) => {
    expect(refusal(await change(report.id, body, report))).toEqual([400, "VALIDATION_ERROR", field]);
  });

  test("refuses an address in use", async () => {
    const taken = await change(await newUser(), { email: auditor.email.toUpperCase() });
    expect(refusal(taken)).toEqual([409, "CONFLICT", "email"]);
  });

  test("succeeds once for several requests with the same If-Match, even during changes without it", async () => {
    const id = await newUser();
    const tag = (await admin.get(`${PATH}/${id}`)).headers.get("etag")!;
    const answers = await Promise.all(
      ["manager", "auditor", "admin"].map((role) =>
        admin.send("PUT", `${PATH}/${id}`, { role }, { "if-match": tag }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
  });
});

describe("a manager", () => {
  test("is an active manager or admin", async () => {
    const customer = await newUser();
    const former = await newUser({ role: "manager" });
    await change(former, { active: false });
    for (const manager_id of [customer, former, newId()])
      expect(refusal(await change(report.id, { manager_id }))).toEqual([
        400,
        "VALIDATION_ERROR",
        "manager_id",
      ]);
    const user = await newUser();
    expect((await change(user, { manager_id: admin.id })).data.manager_id).toBe(admin.id);
  });

  test("is not a report of the user, directly or indirectly", async () => {
    const top = await newUser({ role: "manager" });
    const middle = await newUser({ role: "manager", manager_id: top });
    const low = await newUser({ role: "manager", manager_id: middle });
    for (const manager_id of [top, middle, low])
      expect(refusal(await change(top, { manager_id }))).toEqual([400, "VALIDATION_ERROR", "manager_id"]);
    expect((await change(low, { manager_id: top })).status).toBe(200);
  });

  test("cannot become a report of the user by two simultaneous changes", async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = await Promise.all([newUser({ role: "manager" }), newUser({ role: "manager" })]);
      const answers = await Promise.all([change(a, { manager_id: b }), change(b, { manager_id: a })]);
      expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 400]);
    }
  });
});
