import { describe, expect, test } from "@jest/globals";
import { ApiKey } from "../domain/api-keys/api-key.entity.ts";
import { SECRET_LENGTH, formatKey } from "../domain/api-keys/api-key.rules.ts";
import { Event } from "../domain/events/event.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import { newId } from "../platform/ids.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();
const customer = await product.signIn("customer");

interface Issued {
  id: string;
  api_key: string;
  scopes: string[];
  expires_at: string | null;
  [field: string]: unknown;
}

const tryCreate = (body: object, by: SignedIn = customer) =>
  by.send("POST", "/api/v1/api-keys", { name: "A key", ...body });
async function create(body: object = {}, by: SignedIn = customer): Promise<Issued> {
  const answer = await tryCreate(body, by);
  expect(answer.status).toBe(201);
  return answer.body as unknown as Issued;
}
const withKey = <P extends string>(key: string, path: P, headers: Record<string, string> = {}) =>
  product.anonymous.get(path, { "x-api-key": key, ...headers });
const me = (key: string) => withKey(key, "/api/v1/users/me");
const send = (key: string, method: string, path: string, body?: unknown) =>
  product.anonymous.send(method, path, body, { "x-api-key": key });
const eventsOf = (subjectId: string) =>
  product.orm.em.fork().find(Event, { subjectId }, { orderBy: { id: "asc" } });
const change = (id: string, values: Partial<ApiKey>) =>
  product.orm.em.fork().nativeUpdate(ApiKey, { id }, values);

describe("creating", () => {
  test("returns a bare object with the key, once", async () => {
    const issued = await create({
      name: "Nightly",
      description: "export",
      scopes: ["read", "write"],
      kind: "Production",
    });
    expect(issued).toEqual({
      id: expect.any(String),
      name: "Nightly",
      description: "export",
      kind: "Production",
      scopes: ["read", "write"],
      restrictions: {},
      expires_at: null,
      created_at: expect.stringMatching(/Z$/),
      rotation_due_at: new Date(Date.parse(String(issued.created_at)) + 90 * 86_400_000).toISOString(),
      api_key: expect.stringMatching(/^cmk_live_[0-9a-f]{32}_\w{49}$/),
    });
    const { data } = await customer.get(`/api/v1/api-keys/${issued.id}`);
    expect(data).toMatchObject({ last_four: issued.api_key.slice(-4), active: true, owner_id: customer.id });
    expect(issued.api_key.startsWith(`${data.prefix}_`)).toBe(true);
    expect(JSON.stringify(data)).not.toContain(issued.api_key.split("_")[3]);
  });

  test("stores only a hash and writes one event without the key", async () => {
    const issued = await create();
    const rows = await product.orm.em.fork().execute("select * from api_keys where id = ?", [issued.id]);
    const events = await eventsOf(issued.id);
    expect(events.map(({ kind }) => kind)).toEqual(["api_key.created"]);
    expect(JSON.stringify([rows, events])).not.toContain(issued.api_key.split("_")[3]);
  });

  test.each([
    ["an unknown scope", { scopes: ["root"] }, 400],
    ["no scope", { scopes: [] }, 400],
    ["a scope that the token lacks", { scopes: ["admin"] }, 403],
    ["an end in the past", { expires_at: "2020-01-01T00:00:00Z" }, 400],
    ["an invalid address", { restrictions: { ip_allow: ["300.0.0.1"] } }, 400],
    [
      "an unknown time zone",
      { restrictions: { time: { timezone: "Mars/Base", from: "09:00", to: "17:00" } } },
      400,
    ],
    [
      "a time zone in another spelling",
      { restrictions: { time: { timezone: "utc", from: "09:00", to: "17:00" } } },
      400,
    ],
    [
      "a project that the caller cannot see",
      { restrictions: { resources: { project_ids: [newId()] } } },
      400,
    ],
    ["an unknown restriction", { restrictions: { colour: "blue" } }, 400],
  ])("refuses %s", async (_name, body, status) => {
    expect((await tryCreate(body)).status).toBe(status);
  });

  test("requires a bearer token: a key cannot create, rotate or revoke keys", async () => {
    const { id, api_key: key } = await create({ scopes: ["read", "write"] });
    for (const [method, path, body] of [
      ["POST", "/api/v1/api-keys", { name: "child" }],
      ["POST", `/api/v1/api-keys/${id}/rotate`, {}],
      ["DELETE", `/api/v1/api-keys/${id}`, undefined],
    ] as const) {
      const answer = await send(key, method, path, body);
      expect([method, answer.status, answer.body.error?.code]).toEqual([method, 403, "FORBIDDEN"]);
    }
    expect((await product.anonymous.send("POST", "/api/v1/api-keys", { name: "x" })).status).toBe(401);
  });
});

describe("calling with a key", () => {
  test("acts as its owner within its scopes", async () => {
    const { api_key: key } = await create({ scopes: ["read"] });
    expect((await me(key)).data.id).toBe(customer.id);
    const profile = (await withKey(key, "/api/v1/auth/profile")).data;
    expect(profile).toMatchObject({ id: customer.id, scopes: ["read"], session_id: null });
    expect(profile.permissions).not.toContain("project.create");
    expect((await send(key, "POST", "/api/v1/projects", { name: "x", framework: "soc2" })).status).toBe(403);
    expect((await send(key, "POST", "/api/v1/auth/logout")).status).toBe(403);
  });

  test("refuses a key and a token together", async () => {
    const { api_key: key } = await create();
    const answer = await withKey(key, "/api/v1/users/me", { authorization: `Bearer ${customer.token}` });
    expect([answer.status, answer.body.error.details["field"]]).toEqual([400, "X-API-Key"]);
  });

  test("refuses forged keys: another secret for an existing id, a wrong checksum, nonsense", async () => {
    const [one, other] = [await create(), await create()];
    const swapped = one.api_key.replace(/[0-9a-f]{32}/, other.id.replaceAll("-", ""));
    const { hash } = await product.orm.em.fork().findOneOrFail(ApiKey, { id: one.id });
    const guessed = formatKey("Custom", one.id, "a".repeat(SECRET_LENGTH));
    const invented = formatKey("Custom", newId(), "a".repeat(SECRET_LENGTH));
    for (const key of [
      guessed,
      invented,
      swapped,
      `${one.api_key}0`,
      one.api_key.slice(0, -1),
      hash,
      "nonsense",
      " ",
    ])
      expect((await me(key)).status).toBe(401);
  });

  test("never exceeds its owner's current rights", async () => {
    const admin = await product.signIn("admin");
    const { api_key: key } = await create({ scopes: ["read", "admin"] }, admin);
    await product.orm.em.fork().nativeUpdate(User, { id: admin.id }, { role: "customer" });
    const { data } = await withKey(key, "/api/v1/auth/profile");
    expect([data.role, data.scopes]).toEqual(["customer", ["read"]]);
    await product.orm.em.fork().nativeUpdate(User, { id: admin.id }, { active: false });
    expect((await me(key)).status).toBe(401);
  });

  test("fails at the next request once revoked or expired", async () => {
    const { id, api_key: key } = await create({ expires_at: new Date(Date.now() + 60_000).toISOString() });
    expect((await me(key)).status).toBe(200);
    await change(id, { expiresAt: new Date(Date.now() - 1) });
    expect((await me(key)).body.error.message).toMatch(/expired/);
    await change(id, { expiresAt: null });
    expect((await me(key)).status).toBe(200);
    expect((await customer.send("DELETE", `/api/v1/api-keys/${id}`)).status).toBe(200);
    expect((await me(key)).status).toBe(401);
    expect((await customer.send("DELETE", `/api/v1/api-keys/${id}`)).status).toBe(200);
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(["api_key.created", "api_key.revoked"]);
    expect((await customer.get(`/api/v1/api-keys/${id}`)).data).toMatchObject({ active: false });
  });
});

describe("restrictions apply", () => {
  test("by address", async () => {
    const here = await create({ restrictions: { ip_allow: ["127.0.0.0/8", "::1"] } });
    const elsewhere = await create({ restrictions: { ip_allow: ["192.0.2.0/24"] } });
    expect((await me(here.api_key)).status).toBe(200);
    expect(await me(elsewhere.api_key)).toMatchObject({
      status: 403,
      body: {
        error: { message: expect.stringMatching(/does not work from this address: (127\.0\.0\.1|::1)$/) },
      },
    });
    const claimed = await withKey(elsewhere.api_key, "/api/v1/users/me", { "x-forwarded-for": "192.0.2.1" });
    expect(claimed.status).toBe(403);
  });

  test("by time", async () => {
    const today = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "short" })
      .format(new Date())
      .toLowerCase();
    const { id, api_key: key } = await create({
      restrictions: { time: { timezone: "UTC", days: [today], from: "00:00", to: "00:00" } },
    });
    expect((await me(key)).status).toBe(200);
    const days = (["mon", "tue"] as const).filter((day) => day !== today).slice(0, 1);
    await change(id, { restrictions: { time: { timezone: "UTC", days, from: "00:00", to: "00:00" } } });
    expect((await me(key)).status).toBe(403);
  });

  test("by project, in single reads and lists", async () => {
    const make = async (name: string) =>
      (await customer.send("POST", "/api/v1/projects", { name, framework: "soc2" })).data.id;
    const [mine, other] = [await make("Mine"), await make("Other")];
    const bytes = await makePdf({ pages: [["One page of evidence."]] });
    const upload = async (project: string) =>
      (await customer.upload({ name: "a.pdf", bytes }, { project_id: project, control_id: "CC6.1" })).data.id;
    const [myEvidence, otherEvidence] = [await upload(mine), await upload(other)];
    const { api_key: key } = await create({
      scopes: ["read", "write"],
      restrictions: { resources: { project_ids: [mine] } },
    });
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);
    expect(ids((await withKey(key, "/api/v1/projects")).data.projects)).toEqual([mine]);
    expect(ids((await withKey(key, "/api/v1/evidence")).data.evidence)).toEqual([myEvidence]);
    expect((await withKey(key, `/api/v1/projects/${mine}`)).status).toBe(200);
    expect((await withKey(key, `/api/customer/projects/${mine}`)).status).toBe(200);
    for (const path of [
      `/api/v1/projects/${other}`,
      `/api/customer/projects/${other}`,
      `/api/v1/evidence/${otherEvidence}`,
      `/api/v1/evidence/${otherEvidence}/file`,
    ])
      expect([path, (await withKey(key, path)).status]).toEqual([path, 404]);
    expect((await send(key, "DELETE", `/api/v1/evidence/${otherEvidence}`)).status).toBe(404);
    expect((await send(key, "POST", "/api/v1/projects", { name: "x", framework: "soc2" })).status).toBe(403);
    expect((await send(key, "PUT", `/api/v1/evidence/${myEvidence}`, { title: "New" })).status).toBe(200);
    expect((await withKey(key, "/api/v1/api-keys")).status).toBe(403);
  });
});

describe("rotating", () => {
  test("creates an equivalent successor, and keeps the old key for a day", async () => {
    const old = await create({ scopes: ["read", "write"], restrictions: { ip_allow: ["127.0.0.1"] } });
    const answer = await customer.send("POST", `/api/v1/api-keys/${old.id}/rotate`, {});
    expect(answer.status).toBe(201);
    const next = answer.body as unknown as Issued;
    expect(next).toMatchObject({
      name: "A key",
      scopes: old.scopes,
      restrictions: old["restrictions"],
      expires_at: null,
    });
    expect([(await me(old.api_key)).status, (await me(next.api_key)).status]).toEqual([200, 200]);
    const { data } = await customer.get(`/api/v1/api-keys/${old.id}`);
    expect(data.rotated_to).toBe(next.id);
    expect(Math.abs(Date.parse(data.expires_at!) - Date.now() - 86_400_000)).toBeLessThan(60_000);
    expect((await customer.send("POST", `/api/v1/api-keys/${old.id}/rotate`, {})).status).toBe(409);
    expect((await eventsOf(old.id)).map(({ kind }) => kind)).toEqual(["api_key.created", "api_key.rotated"]);
  });

  test("without overlap ends the old key at once; five simultaneous rotations create one successor", async () => {
    const { id, api_key: key } = await create();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        customer.send("POST", `/api/v1/api-keys/${id}/rotate`, { overlap_hours: 0 }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
    expect((await me(key)).status).toBe(401);
  });
});

describe("others' keys", () => {
  test("are not found; admins can see and revoke, but not rotate them", async () => {
    const { id, api_key: key } = await create();
    const [stranger, admin] = [await product.signIn("customer"), await product.signIn("admin")];
    const path = `/api/v1/api-keys/${id}` as const;
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.send("DELETE", path)).status).toBe(404);
    expect((await stranger.get("/api/v1/api-keys")).data.api_keys).toEqual([]);
    const listed = (await admin.get(`/api/v1/api-keys?owner_id=${customer.id}&limit=100`)).data.api_keys;
    expect(listed.map((one: { id: string }) => one.id)).toContain(id);
    expect((await admin.send("POST", `${path}/rotate`, {})).status).toBe(403);
    expect((await admin.send("DELETE", path)).status).toBe(200);
    expect((await me(key)).status).toBe(401);
  });

  test("an admin's key without the scope admin sees only its owner's keys", async () => {
    const admin = await product.signIn("admin");
    const { id, api_key: key } = await create({ scopes: ["read"] }, admin);
    const { data } = await withKey(key, "/api/v1/api-keys?limit=100");
    expect(data.api_keys.map((one) => one.id)).toEqual([id]);
  });
});
