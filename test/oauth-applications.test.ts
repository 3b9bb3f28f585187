import { describe, expect, test } from "@jest/globals";
import { keyHeaders } from "./support/api-keys.ts";
import { auditEntriesOf } from "./support/audit-entries.ts";
import { registerClient, setUpOauth } from "./support/oauth.ts";

const stage = await setUpOauth();
const KEYS = "/api/v1/api-keys";
const CLIENTS = "/api/v1/oauth-clients";
const NEW_CLIENT = {
  name: "Another",
  type: "confidential",
  grants: ["client_credentials"],
  scopes: ["read"],
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A token with which the client acts for the customer, who consented. */
async function consented(): Promise<Record<string, string>> {
  const { body } = await stage.exchange(await stage.newCode());
  return bearer(body.access_token);
}

describe("an application with a user's consent", () => {
  test("cannot create keys for the user, which would outlive it", async () => {
    const { product } = stage;
    const answer = await product.anonymous.send(
      "POST",
      KEYS,
      { name: "Mine", scopes: ["read"] },
      await consented(),
    );
    expect([answer.status, answer.body.error.code]).toEqual([403, "FORBIDDEN"]);
    expect(answer.body.error.message).toContain("sign in yourself");
  });

  test("cannot rotate the user's keys, which would reveal the secret", async () => {
    const { product, customer } = stage;
    const key = (await customer.send("POST", KEYS, { name: "Mine", scopes: ["read"] })).body as unknown as {
      id: string;
    };
    const rotate = `${KEYS}/${key.id}/rotate`;
    expect((await product.anonymous.send("POST", rotate, {}, await consented())).status).toBe(403);
    expect((await customer.send("POST", rotate, {})).status).toBe(201);
  });

  test("is named in the audit log for its actions", async () => {
    const { product, admin, customer, client } = stage;
    const body = { name: "By an application", framework: "soc2" };
    const { status, data } = await product.anonymous.send(
      "POST",
      "/api/v1/projects",
      body,
      await consented(),
    );
    expect(status).toBe(201);
    const entries = await auditEntriesOf(product, admin, { action: "project.created", subject_id: data.id });
    expect(entries.at(-1)).toMatchObject({ actor_id: customer.id, credential: `oauth:${client.client_id}` });
  });

  test("is named too when it acts for its owner without consent", async () => {
    const { product, admin } = stage;
    const mine = { grants: ["client_credentials"], redirect_uris: [], owner_id: stage.customer.id };
    const service = await registerClient(admin, mine);
    const basic = Buffer.from(`${service.client_id}:${service.client_secret}`).toString("base64");
    const { body } = await stage.token(
      { grant_type: "client_credentials" },
      { authorization: `Basic ${basic}` },
    );
    const project = { name: "By a service", framework: "soc2" };
    const headers = bearer(body.access_token);
    const { data } = await product.anonymous.send("POST", "/api/v1/projects", project, headers);
    const entries = await auditEntriesOf(product, admin, { action: "project.created", subject_id: data.id });
    expect(entries.at(-1)).toMatchObject({ credential: `oauth:${service.client_id}` });
  });
});

test("an API key cannot register an application, which would outlive it", async () => {
  const { product, admin } = stage;
  const headers = await keyHeaders(admin, { scopes: ["read", "write", "admin"] });
  expect((await product.anonymous.send("POST", CLIENTS, NEW_CLIENT, headers)).status).toBe(403);
  expect((await admin.send("POST", CLIENTS, NEW_CLIENT)).status).toBe(201);
});
