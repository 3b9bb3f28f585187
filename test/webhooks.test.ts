import { beforeEach, describe, expect, test } from "@jest/globals";
import { Webhook, WebhookDelivery } from "../domain/webhooks/webhook.entity.ts";
import { newId } from "../platform/ids.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const PATH = "/api/v1/webhooks";
const AT_MOST = 3;
const GOOD = { url: "https://127.0.0.1:8443/hooks", events: ["evidence.*"] };

let customer: SignedIn;

const environment = { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8", WEBHOOKS_PER_USER: String(AT_MOST) };
const product = await startProductForFile({ environment });
beforeEach(async () => void (customer = await product.signIn("customer")));

const create = (body: object = {}, who = customer) => who.send("POST", PATH, { ...GOOD, ...body });
const row = (id: string) => product.orm.em.fork().findOneOrFail(Webhook, { id });

describe("a webhook", () => {
  test("is created, read, listed, changed and deleted by its owner", async () => {
    const { status, data, headers } = await create({ description: "Ours" });
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`${PATH}/${data.id}`);
    expect(data).toMatchObject({ ...GOOD, description: "Ours", active: true, owner_id: customer.id });
    const { secret, ...shown } = data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect((await customer.get(`${PATH}/${data.id}`)).data).toEqual(shown);
    expect((await customer.get(PATH)).data.webhooks).toEqual([shown]);
    const changed = await customer.send("PUT", `${PATH}/${data.id}`, { events: ["*"], active: false });
    expect(changed.data).toMatchObject({ events: ["*"], active: false, url: GOOD.url });
    expect((await customer.get(`${PATH}?active=true`)).data.webhooks).toEqual([]);
    expect((await customer.get(`${PATH}?search=8443&search_fields=url`)).data.webhooks).toHaveLength(1);
    expect((await customer.send("DELETE", `${PATH}/${data.id}`)).status).toBe(200);
    expect((await customer.get(`${PATH}/${data.id}`)).status).toBe(404);
  });

  test("returns its secret once, and the database stores it encrypted", async () => {
    const chosen = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
    const { data } = await create({ secret: chosen });
    expect(data.secret).toBe(chosen);
    const stored = await row(data.id);
    expect(stored.secret).not.toContain(chosen.slice(6, 20));
    const { data: rotated } = await customer.send("POST", `${PATH}/${data.id}/rotate-secret`, {});
    expect(rotated.secret).not.toBe(chosen);
    const after = await row(data.id);
    expect(after.previousSecrets).toEqual([{ secret: stored.secret, until: expect.any(String) }]);
    expect(after.secret).not.toContain(rotated.secret.slice(6, 20));
    const refused = await customer.send("POST", `${PATH}/${data.id}/rotate-secret`, {
      secret: rotated.secret,
    });
    expect(refused.body.error).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { field: "secret", error: "is the current secret" },
    });
    const listed = JSON.stringify((await customer.get("/api/v1/events?limit=50")).data);
    for (const secret of [chosen, rotated.secret]) expect(listed).not.toContain(secret);
  });

  test("has at most four earlier secrets that sign, and none ends early", async () => {
    const { data } = await create();
    const rotate = (body: object = {}) => customer.send("POST", `${PATH}/${data.id}/rotate-secret`, body);
    for (let i = 0; i < 4; i++) expect((await rotate({ overlap_hours: 24 - i })).status).toBe(200);
    const { previousSecrets } = await row(data.id);
    expect(previousSecrets).toHaveLength(4);
    const refused = await rotate();
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toMatchObject({
      reason: "too_many_secrets",
      limit: 4,
      until: previousSecrets[0]!.until,
    });
    // One that may have leaked can be replaced at any time.
    expect((await rotate({ overlap_hours: 0 })).status).toBe(200);
    expect((await row(data.id)).previousSecrets).toEqual(previousSecrets);
    await customer.send("DELETE", `${PATH}/${data.id}`);
  });

  test.each(["short", "whsec_no base64", " Ünïcödé ✓ ", "a long shared secret"])(
    "accepts any text as its secret, and returns it unchanged: %j",
    async (secret) => {
      const { status, data } = await create({ secret });
      expect([status, data.secret]).toEqual([201, secret]);
      const rotated = await customer.send("POST", `${PATH}/${data.id}/rotate-secret`, {
        secret: `${secret}!`,
      });
      expect(rotated.data.secret).toBe(`${secret}!`);
      await customer.send("DELETE", `${PATH}/${data.id}`);
    },
  );

  test("is limited in number, even for simultaneous requests", async () => {
    const all = await Promise.all(Array.from({ length: AT_MOST + 2 }, () => create()));
    const statuses = all.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 201, 409, 409]);
    const { body } = all.find(({ status }) => status === 409)!;
    expect(body.error).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("delete one") });
  });

  test("records changes in an event, and nothing without a change", async () => {
    const { data } = await create();
    const put = (body: object) => customer.send("PUT", `${PATH}/${data.id}`, body);
    await put({ description: "" });
    await put({ url: "https://127.0.0.1:8443/other", description: "New" });
    const { data: answered } = await customer.get(
      `/api/v1/events?kind=webhook.updated&subject_id=${data.id}`,
    );
    expect(answered.events).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ changed: ["url", "description"] }) }),
    ]);
  });
});

describe("a webhook is refused", () => {
  test.each<[string, object, string, RegExp]>([
    ["another scheme", { url: "ftp://127.0.0.1/" }, "url", /address such as/],
    ["no address", { url: "hooks" }, "url", /address such as/],
    ["a name in the address", { url: "https://a:b@127.0.0.1:8443/" }, "url", /user name/],
    ["a port of other services", { url: "https://127.0.0.1:22/" }, "url", /port/],
    ["plain http to the internet", { url: "http://93.184.216.34/" }, "url", /^requires https$/],
    ["our own networks", { url: "https://10.0.0.1/" }, "url", /public internet/],
    ["the address of a cloud's secrets", { url: "https://169.254.169.254/" }, "url", /public internet/],
    ["an IPv4 address in IPv6", { url: "https://[::ffff:10.0.0.1]/" }, "url", /public internet/],
    ["an IPv4 address behind NAT64", { url: "https://[64:ff9b::a00:1]/" }, "url", /public internet/],
    ["an address in disguise", { url: "https://167772161/" }, "url", /public internet/],
    ["an unknown kind", { events: ["evidence.eaten"] }, "events.0", /not an event type/],
    ["an unknown group", { events: ["nothing.*"] }, "events.0", /not an event type/],
    ["no kinds", { events: [] }, "events", /at least 1 entry/],
    ["an empty secret", { secret: "" }, "secret", /is required/],
    ["an invisible project", { project_ids: [newId()] }, "project_ids", /cannot see/],
    ["an unknown field", { colour: "red" }, "colour", /./],
  ])("with %s", async (_what, body, field, error) => {
    const refused = await create(body);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { field, error: expect.stringMatching(error) },
    });
  });

  test("also when it is changed", async () => {
    const { data } = await create();
    const put = (body: object) => customer.send("PUT", `${PATH}/${data.id}`, body);
    expect((await put({ url: "https://10.0.0.1/" })).status).toBe(400);
    expect((await put({ project_ids: [newId()] })).status).toBe(400);
    expect((await row(data.id)).url).toBe(GOOD.url);
  });

  test("with projects of others", async () => {
    const other = await product.signIn("customer");
    const { data } = await other.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" });
    expect((await create({ project_ids: [data.id] })).status).toBe(400);
    expect((await create({ project_ids: [data.id] }, other)).status).toBe(201);
  });
});

describe("the webhook of another user", () => {
  test("is invisible with its deliveries, except to admins", async () => {
    const { data } = await create();
    const [other, admin] = [await product.signIn("manager"), await product.signIn("admin")];
    const { data: ping } = await customer.send("POST", `${PATH}/${data.id}/test`);
    const paths = ["", "/deliveries", `/deliveries/${ping.id}`];
    for (const path of paths) {
      expect((await other.get(`${PATH}/${data.id}${path}`)).status).toBe(404);
      expect((await admin.get(`${PATH}/${data.id}${path}`)).status).toBe(200);
    }
    const { data: foreign } = await create({}, other);
    // Another user's delivery under the caller's own webhook.
    expect((await other.get(`${PATH}/${foreign.id}/deliveries/${ping.id}`)).status).toBe(404);
    const again = `${PATH}/${foreign.id}/deliveries/${ping.id}/redeliver`;
    expect((await other.send("POST", again)).status).toBe(404);
    expect((await other.get(`/api/v1/events/${ping.event_id}`)).status).toBe(404);
    const theirs = (await admin.get(`${PATH}?owner_id=${customer.id}`)).data.webhooks;
    expect(theirs.map(({ id }: { id: string }) => id)).toEqual([data.id]);
  });

  test("is deleted with its deliveries", async () => {
    const { data } = await create();
    await customer.send("POST", `${PATH}/${data.id}/test`);
    const em = product.orm.em.fork();
    expect(await em.count(WebhookDelivery, { webhook: data.id })).toBe(1);
    await customer.send("DELETE", `${PATH}/${data.id}`);
    expect(await em.count(WebhookDelivery, { webhook: data.id })).toBe(0);
  });
});

describe("the list of events", () => {
  test("is filtered by kind, project, subject and caller", async () => {
    const { data: project } = await customer.send("POST", "/api/v1/projects", {
      name: "P",
      framework: "soc2",
    });
    await customer.send("PUT", `/api/v1/projects/${project.id}`, { description: "New" });
    await create();
    const kinds = async (query: string) =>
      (await customer.get(`/api/v1/events?${query}`)).data.events.map(
        ({ event }: { event: string }) => event,
      );
    expect(await kinds("")).toEqual(expect.arrayContaining(["webhook.created", "project.updated"]));
    expect(await kinds(`project_id=${project.id}`)).toEqual(["project.updated", "project.created"]);
    expect(await kinds(`project_id=${project.id}&sort=occurred_at&order=asc`)).toEqual([
      "project.created",
      "project.updated",
    ]);
    expect(await kinds("kind=project.created,webhook.created")).toHaveLength(2);
    expect(await kinds(`subject_id=${project.id}&kind=project.updated`)).toEqual(["project.updated"]);
    expect(await kinds(`actor_id=${newId()}`)).toEqual([]);
    expect((await customer.get("/api/v1/events?kind=nothing")).status).toBe(400);
    const foreign = await product.signIn("customer");
    expect((await foreign.get(`/api/v1/events?project_id=${project.id}`)).data.events).toEqual([]);
  });

  test("has a catalogue with an example for every kind", async () => {
    const { data } = await customer.get("/api/v1/events/catalogue");
    expect(data.events.length).toBeGreaterThan(40);
    expect(data.events.map(({ event }: { event: string }) => event)).toContain("ping");
  });
});
