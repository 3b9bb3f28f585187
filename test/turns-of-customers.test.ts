import { expect, test } from "@jest/globals";
import { startIngestion } from "../domain/evidence/evidence.workflows.ts";
import { newId } from "../platform/ids.ts";
import { describedOptions } from "../runtime/start-options.ts";
import { newProject } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();

/** For whose share of the workers the files of a project count. */
async function sharerOf(projectId: string): Promise<string | undefined> {
  const wanted = startIngestion({ id: newId(), projectId }, 0);
  const options = await describedOptions({ orm: product.orm, taskQueue: "any" }, wanted);
  return options.priority?.fairnessKey;
}

test("the files of all projects of a customer take turns as one, so that many projects are no larger share", async () => {
  const customer = await product.signIn("customer");
  for (let n = 0; n < 2; n++) expect(await sharerOf(await newProject(customer))).toBe(customer.id);
  const manager = await product.signIn("manager");
  const assigned = await newProject(manager, { customer_id: customer.id });
  expect(await sharerOf(assigned)).toBe(customer.id);
});

test("without a customer, they count for the creator of the project", async () => {
  const manager = await product.signIn("manager");
  expect(await sharerOf(await newProject(manager))).toBe(manager.id);
});

test("a project that no longer exists has a share of its own", async () => {
  const gone = newId();
  expect(await sharerOf(gone)).toBe(gone);
});
