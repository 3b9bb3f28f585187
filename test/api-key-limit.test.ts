import { expect, test } from "@jest/globals";
import { startProductForFile } from "./support/product-for-file.ts";

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
