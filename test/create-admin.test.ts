import { execFile } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { seedDemo } from "../dev/seed.ts";
import { User } from "../domain/users/user.entity.ts";
import { createPerson } from "./support/people.ts";
import { startProduct, type Product } from "./support/product.ts";

const ADDRESS = "first@company.example";
const PASSWORD = "correct horse battery staple";
let product: Product;

beforeAll(async () => void (product = await startProduct({})), 120_000);
afterAll(() => product.stop(), 60_000);

interface Ran {
  code: number;
  output: string;
}

/** Runs the command as an operator would. */
const createAdmin = (...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const { DATABASE_URL, publicUrl } = product.config;
    const env = { ...process.env, NODE_ENV: "test", DATABASE_URL, PUBLIC_URL: publicUrl };
    execFile(process.execPath, ["dev/create-admin.ts", ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

const setPassword = (link: string): Promise<Response> =>
  fetch(link.trim(), { method: "POST", body: new URLSearchParams({ new_password: PASSWORD }) });

const signIn = (email: string) =>
  product.anonymous.send("POST", "/api/v1/auth/login", { email, password: PASSWORD });

test("a service without users gets its first administrator, and no demo accounts", async () => {
  const { code, output } = await createAdmin(ADDRESS.toUpperCase(), "--name", "Ada First");
  expect([code, new URL(output.trim()).pathname]).toEqual([0, "/reset-password"]);
  expect((await setPassword(output)).status).toBe(200);
  const { data } = await signIn(ADDRESS);
  expect(data.user).toMatchObject({ name: "Ada First", role: "admin" });
  expect(await seedDemo(product.config)).toEqual({ accounts: [], password: null });
});

test("an administrator who exists gets a new link, which ends the old password", async () => {
  const { output } = await createAdmin(ADDRESS);
  expect((await setPassword(output)).status).toBe(200);
  expect(await product.orm.em.fork().count(User, { email: ADDRESS })).toBe(1);
});

test("another user's address is refused", async () => {
  const { email } = await createPerson(product.orm, "customer");
  const { code, output } = await createAdmin(email);
  expect([code, output]).toEqual([1, expect.stringContaining("belongs to a user with the role customer")]);
  expect(await createAdmin("nobody")).toMatchObject({ code: 1 });
});
