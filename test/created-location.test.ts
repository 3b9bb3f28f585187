import { expect, test } from "@jest/globals";
import type { Answer, ApiClient } from "./support/api-client.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { CLIENT_ID, CLIENT_SECRET } from "./support/identity-server.ts";
import { REDIRECT_URI } from "./support/oauth.ts";
import { PASSWORD } from "./support/people.ts";
import { PROVIDERS, plainProvider } from "./support/test-providers.ts";

const { customer, admin, projectId, pdf, upload, uploaded } = await startEvidenceProject();

const createKey = () => customer.send("POST", "/api/v1/api-keys", { name: "Nightly export" });
const CREATED: [string, ApiClient, () => Promise<Answer>][] = [
  ["a project", customer, () => customer.send("POST", "/api/v1/projects", { name: "P", framework: "soc2" })],
  ["evidence", customer, () => upload()],
  [
    "a version of evidence",
    customer,
    async () =>
      customer.upload(
        { name: "b.pdf", bytes: pdf },
        {} as never,
        `/api/v1/evidence/${await uploaded()}/versions`,
      ),
  ],
  [
    "an OAuth client",
    admin,
    () =>
      admin.send("POST", "/api/v1/oauth-clients", {
        name: "Client",
        type: "confidential",
        redirect_uris: [REDIRECT_URI],
        grants: ["authorization_code"],
        scopes: ["read"],
      }),
  ],
  [
    "an identity provider",
    admin,
    () =>
      admin.send("POST", PROVIDERS, {
        ...plainProvider("https://id.example.com"),
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
      }),
  ],
  ["an API key", customer, createKey],
  [
    "a report that is yet to be built",
    customer,
    () => customer.send("POST", "/api/v1/reports", { project_id: projectId, kind: "csv" }),
  ],
  [
    "the successor of an API key",
    customer,
    async () => {
      const { id } = (await createKey()).body as unknown as { id: string };
      return customer.send("POST", `/api/v1/api-keys/${id}/rotate`, {});
    },
  ],
];

type Identified = { id: string } | { client_id: string };
const idOf = (one: Identified): string => ("id" in one ? one.id : one.client_id);

test.each(CREATED)("%s can be read at its Location", async (_what, caller, create) => {
  const { status, headers, body, data } = await create();
  expect(body).toEqual(expect.anything());
  expect([201, 202]).toContain(status);
  const read = await caller.get<Identified>(headers.get("location")!);
  const created = (data ?? body) as Identified;
  expect([read.status, idOf(read.data)]).toEqual([200, idOf(created)]);
});

test("the response to a retry has the same Location", async () => {
  const create = () =>
    customer.send(
      "POST",
      "/api/v1/projects",
      { name: "P", framework: "soc2" },
      { "idempotency-key": "created-once" },
    );
  const [first, again] = [await create(), await create()];
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(first.headers.get("location")).toBe(`/api/v1/projects/${first.data.id}`);
  expect(again.headers.get("location")).toBe(first.headers.get("location"));
});

test("no Location is sent for unreadable resources, or without a creation", async () => {
  const totp = await customer.send("POST", "/api/v1/auth/totp", { password: PASSWORD });
  expect([totp.status, totp.headers.get("location")]).toEqual([201, null]);
  const refused = await customer.send("POST", "/api/v1/projects", { name: "P", framework: "none" });
  expect([refused.status, refused.headers.get("location")]).toEqual([400, null]);
});
