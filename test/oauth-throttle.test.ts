import { describe, expect, test } from "@jest/globals";
import { DEVICE_GRANT } from "../domain/identity/oauth-client.rules.ts";
import { atOnce } from "./support/at-once.ts";
import { basic, postForm, registerClient, setUpOauth, type RegisteredClient } from "./support/oauth.ts";

const LIMIT = 3;
const stage = await setUpOauth({ SIGN_IN_PER_MINUTE: String(LIMIT), TRUSTED_PROXIES: "1" });

const second = await stage.startSecond();
const grants = ["client_credentials", DEVICE_GRANT];

let addresses = 0;
/** An address not used before. */
const someAddress = () => ({ "x-forwarded-for": `203.0.113.${++addresses}` });
const newClient = () => registerClient(stage.admin, { grants });
/** A device that waits for its user, at a new address. */
async function startDevice() {
  const client = { type: "public", grants: [DEVICE_GRANT], redirect_uris: [] };
  const fields = { client_id: (await registerClient(stage.admin, client)).client_id };
  const address = someAddress();
  const { body } = await postForm(stage.product, "/oauth/device_authorization", fields, address);
  return { address, fields, device_code: body.device_code };
}
const ENDPOINTS = ["/oauth/token", "/oauth/device_authorization", "/oauth/introspect", "/oauth/revoke"];
const BODY = { grant_type: "client_credentials", token: "x" };
const send = (path: string, client: RegisteredClient, secret: string, address: Record<string, string>) =>
  postForm(stage.product, path, BODY, { ...basic(client.client_id, secret), ...address });

describe.each(ENDPOINTS)("guessing a client's secret at %s", (path) => {
  test("is refused after a few failures, as an OAuth error, without affecting the client elsewhere", async () => {
    const [client, attacker] = [await newClient(), someAddress()];
    const statuses = [];
    for (let i = 0; i <= LIMIT; i++) statuses.push((await send(path, client, `wrong ${i}`, attacker)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const refused = await send(path, client, client.client_secret, attacker);
    expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("cache-control")).toBe("no-store");
    expect((await send(path, client, client.client_secret, someAddress())).status).toBe(200);
    expect((await send(path, await newClient(), "wrong", attacker)).status).toBe(401);
  });
});

test("a client that authenticates is not counted", async () => {
  const [client, address] = [await newClient(), someAddress()];
  for (let i = 0; i < LIMIT * 3; i++)
    expect((await send("/oauth/token", client, client.client_secret, address)).status).toBe(200);
});

test("a polling device is not counted", async () => {
  const { address, fields, device_code: code } = await startDevice();
  const poll = { ...fields, grant_type: DEVICE_GRANT, device_code: code };
  const errors = [];
  for (let i = 0; i < LIMIT * 3; i++)
    errors.push((await postForm(stage.product, "/oauth/token", poll, address)).body.error);
  expect(new Set(errors)).toEqual(new Set(["authorization_pending", "slow_down"]));
});

test("wrong codes and tokens of public clients are limited per address, valid ones pass", async () => {
  const { address, fields, device_code: code } = await startDevice();
  const poll = async (device_code: string) => {
    const body = { ...fields, grant_type: DEVICE_GRANT, device_code };
    return (await postForm(stage.product, "/oauth/token", body, address)).body.error;
  };
  const errors = await atOnce(LIMIT * 30, () => poll("wrong"));
  expect(new Set(errors)).toEqual(new Set(["invalid_grant"]));
  expect(await poll("wrong")).toBe("temporarily_unavailable");
  expect(await poll(code)).toBe("authorization_pending");
});

test("failures count across processes and endpoints", async () => {
  const [client, attacker] = [await newClient(), someAddress()];
  const statuses = [];
  for (let i = 0; i <= LIMIT; i++) {
    const response = await [stage.product.anonymous, second][i % 2]!.fetch(ENDPOINTS[i]!, {
      method: "POST",
      headers: { ...basic(client.client_id, "wrong"), ...attacker },
      body: new URLSearchParams(BODY),
    });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([401, 401, 401, 429]);
});

test("the client's id in the body and in the header count as one", async () => {
  const [client, attacker] = [await newClient(), someAddress()];
  const inBody = { ...BODY, client_id: client.client_id, client_secret: "wrong" };
  for (let i = 0; i < LIMIT; i++) await postForm(stage.product, "/oauth/token", inBody, attacker);
  expect((await send("/oauth/token", client, "wrong", attacker)).status).toBe(429);
});

describe("the pages", () => {
  const device = (code: string, address: Record<string, string>) =>
    fetch(`${stage.product.config.backendUrl}/device?user_code=${code}`, { headers: address });

  test("limit an address's user codes, with an error page", async () => {
    const address = someAddress();
    const statuses = await atOnce(LIMIT * 30, async () => (await device("BBBB-BBBB", address)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await device("BBBB-BBBB", address);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("content-type")).toMatch(/^text\/html/);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.text()).toContain("Too many attempts");
    expect((await device("BBBB-BBBB", someAddress())).status).toBe(200);
  });

  test("without a code are not counted", async () => {
    const address = someAddress();
    for (let i = 0; i <= LIMIT * 30; i++) {
      const page = await fetch(`${stage.product.config.backendUrl}/device`, { headers: address });
      expect(page.status).toBe(200);
    }
  });

  test.each(["/device", `/oauth/authorize?client_id=x`])(
    "%s limits guessing a password",
    async (path) => {
      const address = someAddress();
      const fields = { action: "sign-in", email: stage.customer.email, password: "wrong" };
      const statuses = [];
      for (let i = 0; i <= LIMIT; i++)
        statuses.push((await postForm(stage.product, path, fields, address)).status);
      expect(statuses).toEqual([400, 400, 400, 429]);
    },
    90_000,
  );
});
