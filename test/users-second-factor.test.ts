import { expect, test } from "@jest/globals";
import { TotpFactor } from "../domain/identity/second-factor.entity.ts";
import { User } from "../domain/users/user.entity.ts";
import type { ApiClient } from "./support/api-client.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const PATH = "/api/v1/users";

const product = await startProductForFile();
const admin = await product.signIn("admin");
const change = (id: string, body: object) => admin.send("PUT", `${PATH}/${id}`, body);
const idsOf = async (by: ApiClient, query: string) =>
  (await by.get(`${PATH}?limit=100${query}`)).data.users.map(({ id }) => id);
const refusal = ({ status, body }: Awaited<ReturnType<typeof change>>) => [
  status,
  body.error?.code,
  body.error?.details["field"],
];

/** A user whose second factor is on, or only begun. */
async function withFactor(managerId: string, confirmedAt: Date | null): Promise<string> {
  const { id } = await product.signIn("customer", { managerId });
  const now = new Date();
  const factor = { user: id, sealedSecret: "sealed", createdAt: now, confirmedAt, lastStep: 0, failures: 0 };
  await product.orm.em.fork().insert(TotpFactor, factor);
  return id;
}

test("a second factor is shown to admins only, in the list and for one user, and filters their list", async () => {
  const leader = await product.signIn("manager");
  const on = await withFactor(leader.id, new Date());
  const begun = await withFactor(leader.id, null);
  const ofReports = `&manager_id=${leader.id}`;
  const { users } = (await admin.get(`${PATH}?limit=100${ofReports}`)).data;
  expect(users).toMatchObject([
    { id: begun, second_factor: false },
    { id: on, second_factor: true },
  ]);
  expect((await admin.get(`${PATH}/${on}`)).data.second_factor).toBe(true);
  expect((await change(on, { name: "Ada" })).data.second_factor).toBe(true);
  expect(await idsOf(admin, `${ofReports}&second_factor=true`)).toEqual([on]);
  expect(await idsOf(admin, `${ofReports}&second_factor=false`)).toEqual([begun]);
  for (const user of [(await leader.get(`${PATH}/${on}`)).data, ...(await leader.get(PATH)).data.users])
    expect(user).not.toHaveProperty("second_factor");
  expect(await idsOf(leader, "&second_factor=true")).toEqual([]);
  expect(await idsOf(leader, "&second_factor=false")).toEqual([]);
});

test("admins see who has no password, and so signs in at an identity provider", async () => {
  const leader = await product.signIn("manager");
  const { id } = await product.signIn("customer", { managerId: leader.id });
  expect((await admin.get(`${PATH}/${id}`)).data.has_password).toBe(true);
  await product.orm.em.fork().nativeUpdate(User, { id }, { passwordHash: null });
  const { users } = (await admin.get(`${PATH}?manager_id=${leader.id}`)).data;
  expect(users).toMatchObject([{ id, second_factor: false, has_password: false }]);
  expect((await leader.get(`${PATH}/${id}`)).data).not.toHaveProperty("has_password");
});

test("a second factor leaves a user as they are when an admin sends back what they read", async () => {
  const id = await withFactor((await product.signIn("manager")).id, new Date());
  const { data } = await admin.get(`${PATH}/${id}`);
  expect((await change(id, data)).status).toBe(200);
  expect(refusal(await change(id, { ...data, second_factor: false }))).toEqual([
    400,
    "VALIDATION_ERROR",
    "second_factor",
  ]);
});
