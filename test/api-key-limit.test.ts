import { expect, test } from "@jest/globals";
import { ApiKey } from "../domain/api-keys/api-key.entity.ts";
import { createKey } from "./support/api-keys.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { untilWaiting } from "./support/until-waiting.ts";

const product = await startProductForFile({ environment: { API_KEYS_PER_USER: "3" } });

test("limits a person's active keys; revoking or rotating one frees a place", async () => {
  const [person, other] = [await product.signIn("customer"), await product.signIn("customer")];
  const create = (who = person) => who.send("POST", "/api/v1/api-keys", { name: "A key" });
  const answers = await Promise.all(Array.from({ length: 8 }, () => create()));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(3);
  const refused = answers.filter(({ status }) => status !== 201);
  for (const { status, body } of refused)
    expect([status, body.error.code, body.error.details]).toEqual([
      409,
      "CONFLICT",
      { reason: "too_many_keys", limit: 3, active: 3 },
    ]);
  expect(refused[0]!.body.error.message).toContain("revoke one first");
  expect((await create(other)).status).toBe(201);
  const [first, second] = made.map(({ body }) => (body as unknown as { id: string }).id);
  expect((await person.send("POST", `/api/v1/api-keys/${first}/rotate`, {})).status).toBe(201);
  expect((await create()).status).toBe(409);
  await person.send("DELETE", `/api/v1/api-keys/${second}`);
  expect((await create()).status).toBe(201);
});

test("a user who is being deactivated gets no further key, neither a new one nor a successor", async () => {
  const [admin, person] = [await product.signIn("admin"), await product.signIn("customer")];
  const { id } = await createKey(person);
  const { pending } = await product.orm.em.fork().transactional(async (em) => {
    await em.execute("select 1 from users where id = ? for update", [person.id]);
    const deactivating = admin.send("DELETE", `/api/v1/users/${person.id}`);
    await untilWaiting(product, 1);
    const creating = person.send("POST", "/api/v1/api-keys", { name: "Another" });
    await untilWaiting(product, 2);
    const rotating = person.send("POST", `/api/v1/api-keys/${id}/rotate`, {});
    await untilWaiting(product, 3);
    return { pending: [deactivating, creating, rotating] as const };
  });
  const statuses = (await Promise.all(pending)).map(({ status }) => status);
  expect(statuses).toEqual([200, 401, 409]);
  expect(await product.orm.em.fork().count(ApiKey, { owner: person.id, revokedAt: null })).toBe(0);
});
