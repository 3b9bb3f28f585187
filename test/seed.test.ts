import { execFile } from "node:child_process";
import { expect, test } from "@jest/globals";
import { User } from "../domain/users/user.entity.ts";
import { freePort } from "../testkit/free-port.ts";
import { createPerson } from "./support/people.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();
const countUsers = (): Promise<number> => product.orm.em.fork().count(User);

interface Ran {
  code: number;
  output: string;
}

/** Runs the command as an operator would. */
const seed = (backend: string, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const { DATABASE_URL } = product.config;
    const env = { ...process.env, NODE_ENV: "test", DATABASE_URL, BACKEND_URL: backend };
    execFile(process.execPath, ["dev/seed.ts", ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

test("creates nothing that no API could fill", async () => {
  const { code, output } = await seed(`http://127.0.0.1:${await freePort()}`, "--fill");
  expect([code, output]).toEqual([1, expect.stringContaining("start API and worker first")]);
  expect(await countUsers()).toBe(0);
});

test("refuses a database with users of its own", async () => {
  await createPerson(product.orm, "admin");
  const { code, output } = await seed(product.config.backendUrl, "--fill");
  expect([code, output]).toEqual([1, expect.stringContaining("users of its own")]);
  expect(await countUsers()).toBe(1);
});
