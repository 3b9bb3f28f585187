import { expect, test } from "@jest/globals";
import { startProductForFile } from "./support/product-for-file.ts";
import { waitFor } from "./support/wait-for.ts";

const PATH = "/api/v1/users/me/notifications";
const product = await startProductForFile({ parts: ["worker"] });

test("the worker notifies of users' actions", async () => {
  const [owner, reader] = [await product.signIn("customer"), await product.signIn("auditor")];
  const boss = await product.signIn("admin");
  const people = { customer_id: owner.id, auditor_id: reader.id };
  await boss.send("POST", "/api/v1/projects", { name: "New", framework: "soc2", ...people });
  const unread = await waitFor(
    async () => (await reader.get(`${PATH}/unread`)).data.unread,
    (count) => count > 0,
  );
  expect(unread).toBe(1);
  const { notifications } = (await reader.get(PATH)).data;
  const [{ event, project_name: name }] = notifications as [(typeof notifications)[number]];
  expect([event, name]).toEqual(["project.created", "New"]);
});
