import { describe, expect, test } from "@jest/globals";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { createKey } from "./support/api-keys.ts";
import type { UploadFields } from "./support/api-client.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { meanwhile } from "./support/meanwhile.ts";

const { product, customer, auditor, admin, pdf, uploaded } = await startEvidenceProject();

const path = (id: string) => `/api/v1/evidence/${id}` as const;
const review = (id: string, body: object) => auditor.send("POST", `${path(id)}/review`, body);
const addVersion = (id: string) =>
  customer.upload({ name: "a.pdf", bytes: pdf }, {} as UploadFields, `${path(id)}/versions`);
const put = (id: string, body: object, who = customer) => who.send("PUT", path(id), body);
const read = async (id: string) => (await customer.get(path(id))).data;
const change = (id: string, to: Partial<Evidence>) =>
  product.orm.em.fork().nativeUpdate(Evidence, { id }, to);

async function approved(more: object = {}): Promise<string> {
  const id = await uploaded(more);
  expect((await review(id, { decision: "approve" })).status).toBe(200);
  return id;
}

async function expired(more: object = {}): Promise<string> {
  const id = await approved(more);
  await change(id, { status: "expired" });
  return id;
}

/** An API key of the admin that may change evidence but not review it. */
async function sendWithKey(id: string, body: object): Promise<number> {
  const wanted = { name: "To write", scopes: ["read", "write"] };
  const { api_key: key } = await createKey(admin, wanted);
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const response = await product.anonymous.fetch(path(id), {
    method: "PUT",
    headers,
    body: JSON.stringify(body),
  });
  return response.status;
}

describe("a customer cannot delete evidence that an auditor accepted", () => {
  async function expectStays(id: string): Promise<void> {
    expect((await customer.send("DELETE", path(id))).body.error.code).toBe("FORBIDDEN");
    expect((await customer.get(path(id))).status).toBe(200);
  }

  test("while it is approved", async () => expectStays(await approved()));

  test("once a new version replaced it, which may still be withdrawn", async () => {
    const id = await approved();
    const version = await addVersion(id);
    expect((await read(id)).status).toBe("superseded");
    await expectStays(id);
    expect((await customer.send("DELETE", path(version.data.id))).status).toBe(200);
  });

  test("once it expired, except by an admin", async () => {
    const id = await expired();
    await expectStays(id);
    expect((await admin.send("DELETE", path(id))).status).toBe(200);
  });

  test("but can delete evidence that was never accepted: rejected, or replaced before a review", async () => {
    const [rejected, replaced] = [await uploaded(), await uploaded()];
    await review(rejected, { decision: "reject", note: "Not dated" });
    await addVersion(replaced);
    for (const id of [rejected, replaced]) expect((await customer.send("DELETE", path(id))).status).toBe(200);
  });
});

const SOONER = "2998-01-01T00:00:00.000Z";
const END = "2999-01-01T00:00:00.000Z";
const LATER = "3000-01-01T00:00:00.000Z";
const STATES = [
  ["approved", approved],
  ["expired", expired],
] as const;

describe.each(STATES)("the expiry of %s evidence", (_state, prepared) => {
  test("cannot be postponed or removed without the right to review", async () => {
    const id = await prepared({ expires_at: END });
    for (const expires_at of [LATER, null]) {
      const { status, body } = await put(id, { title: "Renamed", expires_at });
      expect([status, body.error.code]).toEqual([403, "FORBIDDEN"]);
      expect(body.error.message).toContain("add a new version");
      expect(await sendWithKey(id, { expires_at })).toBe(403);
    }
    expect(await read(id)).toMatchObject({ expires_at: END, title: "A file" });
  });

  test("can be brought forward by every editor, but not back", async () => {
    const id = await prepared({ expires_at: END });
    expect((await put(id, { title: "Renamed", expires_at: END })).status).toBe(200);
    expect((await put(id, { expires_at: SOONER })).data.expires_at).toBe(SOONER);
    expect((await put(id, { expires_at: END })).status).toBe(403);
  });

  test("can be set by every editor if there is none", async () => {
    const id = await prepared();
    expect((await put(id, { expires_at: null })).status).toBe(200);
    expect((await put(id, { expires_at: END })).data.expires_at).toBe(END);
  });

  test("can be postponed and removed by reviewers", async () => {
    const id = await prepared({ expires_at: END });
    expect((await put(id, { expires_at: LATER }, admin)).data.expires_at).toBe(LATER);
    expect((await put(id, { expires_at: null }, admin)).data.expires_at).toBeNull();
  });
});

describe.each(STATES)("the collection date and period of %s evidence", (_state, prepared) => {
  const dates = { collected_at: "2026-04-01", period_start: "2026-01-01", period_end: "2026-03-31" };
  const others = [{ collected_at: "2026-05-01" }, { period_start: "2025-01-01" }, { period_end: null }];

  test("can be changed only by reviewers", async () => {
    const id = await prepared(dates);
    for (const change of others) {
      const { status, body } = await put(id, { title: "Renamed", ...change });
      expect([status, body.error.code]).toEqual([403, "FORBIDDEN"]);
      expect(body.error.message).toContain("add a new version");
      expect(await sendWithKey(id, change)).toBe(403);
    }
    expect(await read(id)).toMatchObject({ ...dates, title: "A file" });
    expect((await put(id, { title: "Renamed", ...dates })).status).toBe(200);
    for (const change of others) expect((await put(id, change, admin)).data).toMatchObject(change);
  });
});

describe("the expiry of evidence", () => {
  test("pending review can be changed by every editor", async () => {
    const id = await uploaded({ expires_at: END });
    expect((await put(id, { expires_at: LATER })).data.expires_at).toBe(LATER);
    expect((await put(id, { expires_at: null })).data.expires_at).toBeNull();
  });

  test("stays if it is approved while a customer removes it", async () => {
    const id = await uploaded({ expires_at: END });
    const lift = () => put(id, { expires_at: null });
    const [answer] = await meanwhile(product, id, [lift], { status: "approved" });
    expect(answer!.status).toBe(403);
    expect((await read(id)).expires_at).toBe(END);
  });
});

describe.each(STATES)("the controls of %s evidence", (_state, prepared) => {
  const more = { also_controls: "A1.2,A1.3" };
  const others: [string, object][] = [
    ["added", { also_controls: ["A1.2", "A1.3", "CC7.1"] }],
    ["put in the place of another", { also_controls: ["CC7.1"] }],
    ["made its own", { control_id: "CC7.1" }],
  ];

  test.each(others)("cannot be %s without the right to review", async (_how, body) => {
    const id = await prepared(more);
    const before = await read(id);
    const { status, body: answer } = await put(id, { title: "Renamed", ...body });
    expect([status, answer.error.code]).toEqual([403, "FORBIDDEN"]);
    expect(answer.error.message).toContain("approved for the controls it serves");
    expect(await sendWithKey(id, body)).toBe(403);
    expect(await read(id)).toEqual(before);
  });

  test("can be removed by every editor, including its own, but not added again", async () => {
    const id = await prepared(more);
    const own = (await read(id)).control_id;
    const named = await put(id, { title: "Renamed", control_id: "CC6.1", also_controls: ["A1.3", "A1.2"] });
    expect([named.status, named.data.also_controls]).toEqual([200, ["A1.2", "A1.3"]]);
    expect((await put(id, { also_controls: ["A1.3"] })).data.also_controls).toEqual(["A1.3"]);
    const { data } = await put(id, { control_id: "A1.3" });
    expect(data).toMatchObject({ also_controls: [] });
    expect(data.control_id).not.toBe(own);
    expect((await put(id, { also_controls: ["CC6.1"] })).status).toBe(403);
  });

  test("can be added and changed by reviewers", async () => {
    const id = await prepared();
    expect((await put(id, { also_controls: ["A1.2"] }, admin)).data.also_controls).toEqual(["A1.2"]);
    expect((await put(id, { control_id: "CC7.1" }, admin)).status).toBe(200);
  });
});

describe("the controls of evidence", () => {
  test("stay if it is approved while a customer adds some", async () => {
    const id = await uploaded();
    const add = () => put(id, { also_controls: ["A1.2"] });
    const [answer] = await meanwhile(product, id, [add], { status: "approved" });
    expect(answer!.status).toBe(403);
    expect((await read(id)).also_controls).toEqual([]);
  });

  test("can be added to a new version, which is then reviewed for all of them", async () => {
    const version = await addVersion(await approved());
    const { data } = await put(version.data.id, { also_controls: ["A1.2"] });
    expect(data).toMatchObject({ status: "pending", also_controls: ["A1.2"] });
  });
});
