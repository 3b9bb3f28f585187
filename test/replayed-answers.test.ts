import { expect, test } from "@jest/globals";
import { ApiKey } from "../domain/api-keys/api-key.entity.ts";
import { newId } from "../platform/ids.ts";
import { createKey } from "./support/api-keys.ts";
import type { Answer, ApiClient } from "./support/api-client.ts";
import { startFindingsProject } from "./support/findings-project.ts";

const { product, customer, auditor, admin, foreign: colleague, newProject } = await startFindingsProject();

/** A title that can appear in no other response. */
const secretTitle = () => `Root key in use ${newId()}`;

/** Posts twice with the same key and runs an action in between; returns the response to the retry. */
async function retried<T>(
  post: (key: Record<string, string>) => Promise<Answer<T>>,
  meanwhile: (first: Answer<T>) => Promise<unknown>,
): Promise<Answer<T>> {
  const key = { "idempotency-key": newId() };
  const first = await post(key);
  expect([first.status, (await post(key)).body]).toEqual([first.status, first.body]);
  expect(first.status).toBeLessThan(300);
  await meanwhile(first);
  return post(key);
}

const raise =
  (by: ApiClient, projectId: string, title: string, more: object = {}) =>
  (headers: object) =>
    by.send(
      "POST",
      "/api/findings",
      { project_id: projectId, title, severity: "High" },
      { ...headers, ...more },
    );

function expectHidden({ status, headers, body }: Answer, title: string): void {
  expect([status, headers.get("idempotent-replayed")]).toEqual([404, null]);
  expect(JSON.stringify(body)).not.toContain(title);
}

test("a removed team member gets no replay", async () => {
  const [projectId, title] = [await newProject(), secretTitle()];
  const team = `/api/v1/projects/${projectId}/team` as const;
  await admin.send("POST", team, { user_id: colleague.id, role: "customer" });
  const leave = () => admin.send("DELETE", `${team}/${colleague.id}`);
  expectHidden(await retried(raise(colleague, projectId, title), leave), title);
});

test("the response about a row is not replayed to those who no longer see it", async () => {
  const [projectId, title] = [await newProject(), secretTitle()];
  const finding = (await raise(customer, projectId, title)({})).data;
  const comment = (headers: object) =>
    auditor.send("POST", `/api/findings/${finding.id}/comments`, { text: title }, { ...headers });
  const other = await product.signIn("auditor");
  const replace = () => admin.send("PUT", `/api/v1/projects/${projectId}`, { auditor_id: other.id });
  expectHidden(await retried(comment, replace), title);
});

test("the response about a deleted resource is not replayed", async () => {
  const title = secretTitle();
  const create = (headers: object) =>
    customer.send("POST", "/api/v1/projects", { name: title, framework: "soc2" }, { ...headers });
  const remove = ({ data }: { data: { id: string } }) => admin.send("DELETE", `/api/v1/projects/${data.id}`);
  expectHidden(await retried(create, remove), title);
});

test("the response about a removed list item is not replayed", async () => {
  const [projectId, title] = [await newProject(), secretTitle()];
  const path = `/api/v1/projects/${projectId}/milestones` as const;
  const create = (headers: object) =>
    admin.send("POST", path, { name: title, due_date: "2031-01-01T00:00:00Z" }, { ...headers });
  const remove = ({ data }: { data: { id: string } }) => admin.send("DELETE", `${path}/${data.id}`);
  expectHidden(await retried(create, remove), title);
});

test("a key gets no replay about a project outside its new restrictions", async () => {
  const [projectId, title] = [await newProject(), secretTitle()];
  const { id, api_key: key } = await createKey(customer, { scopes: ["read", "write"] });
  const elsewhere = { projectIds: [await newProject()] };
  const confine = () => product.orm.em.fork().nativeUpdate(ApiKey, { id }, { restrictions: elsewhere });
  expectHidden(
    await retried(raise(product.anonymous, projectId, title, { "x-api-key": key }), confine),
    title,
  );
});

test("a write-only key gets its response replayed", async () => {
  const { api_key: key } = await createKey(customer, { scopes: ["write"] });
  const headers = { "x-api-key": key, "idempotency-key": newId() };
  const create = () =>
    product.anonymous.send("POST", "/api/v1/projects", { name: "W", framework: "soc2" }, headers);
  const first = await create();
  expect(first.status).toBe(201);
  expect((await create()).body).toEqual(first.body);
});
