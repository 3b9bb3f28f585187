import { describe, expect, test } from "@jest/globals";
import { createApiClient, type ApiClient } from "./support/api-client.ts";
import { basic, registerClient, setUpOauth } from "./support/oauth.ts";

const KEYS = "/api/v1/api-keys";
const stage = await setUpOauth();

const client = await registerClient(stage.admin, { owner_id: stage.customer.id });
const headers = basic(client.client_id, client.client_secret);
const { body } = await stage.token({ grant_type: "client_credentials" }, headers);
const service = createApiClient(stage.product.config.backendUrl, body.access_token);

const create = async (by: ApiClient, body: object = {}) => {
  const { status, body: made } = await by.send("POST", KEYS, { name: "K", scopes: ["read"], ...body });
  return { status, ...(made as unknown as { id: string; api_key: string }) };
};
const use = async (key: string) =>
  (await stage.product.anonymous.get("/api/v1/users/me", { "x-api-key": key })).status;

describe("a client that acts for itself", () => {
  test("creates keys of its owner, with at most its own scopes", async () => {
    const { status, id, api_key: key } = await create(service);
    expect([status, await use(key)]).toEqual([201, 200]);
    const listed = (await stage.customer.get(`${KEYS}/${id}`)).data;
    expect(listed).toMatchObject({ owner_id: stage.customer.id, active: true });
    expect((await create(service, { scopes: ["webhook"] })).status).toBe(403);
  });

  test("does not rotate keys, which would reveal the owner's secrets", async () => {
    const { id } = await create(stage.customer);
    expect((await service.send("POST", `${KEYS}/${id}/rotate`, {})).status).toBe(403);
  });

  test("an application with a user's consent creates none", async () => {
    const { access_token: access } = (await stage.exchange(await stage.newCode())).body;
    const application = createApiClient(stage.product.config.backendUrl, access);
    expect((await create(application)).status).toBe(403);
  });
});

describe("its keys", () => {
  test("lose scopes that the client loses", async () => {
    const { api_key: key } = await create(service, { scopes: ["read", "write"] });
    const scopesOf = async () => {
      const { data } = await stage.product.anonymous.get("/api/v1/auth/profile", { "x-api-key": key });
      return data.scopes;
    };
    expect(await scopesOf()).toEqual(["read", "write"]);
    const path = `/api/v1/oauth-clients/${client.client_id}`;
    await stage.admin.send("PUT", path, { scopes: ["read"] });
    expect(await scopesOf()).toEqual(["read"]);
    await stage.admin.send("PUT", path, { scopes: ["read", "write"] });
  });

  test("end with the client, and so does a successor", async () => {
    const { id, api_key: key } = await create(service);
    const rotated = await stage.customer.send("POST", `${KEYS}/${id}/rotate`, {});
    const { id: successor, api_key: next } = rotated.body as unknown as { id: string; api_key: string };
    const { api_key: own } = await create(stage.customer);
    await stage.admin.send("DELETE", `/api/v1/oauth-clients/${client.client_id}`);
    expect(await Promise.all([key, next, own].map(use))).toEqual([401, 401, 200]);
    expect((await stage.customer.get(`${KEYS}/${successor}`)).data).toMatchObject({
      active: false,
      revoked_at: expect.any(String),
    });
    const answered = await stage.admin.get(`/api/v1/events?subject_id=${successor}&kind=api_key.revoked`);
    expect(JSON.stringify(answered.data)).toContain("client_removed");
  });
});
