import { expect, test } from "@jest/globals";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { Migration20261126164500_policy_of_evidence as PolicyOfEvidence } from "../migrations/Migration20261126164500_policy_of_evidence.ts";
import { newProjectOf, signInPeople } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();
const people = await signInPeople(product);
const { customer } = people;
const projectId = await newProjectOf(people);

interface Named {
  id: string;
}

const filed = async (): Promise<{ id: string; policyId: string }> => {
  const options = {
    type: "access_control",
    company_name: "Example: Cloud",
    framework: "soc2",
    project_id: projectId,
  };
  const policy = await customer.send<Named>("POST", "/api/v1/ai/generate/policy", options);
  expect(policy.status).toBe(201);
  const path = `/api/v1/policies/${policy.data.id}/file-as-evidence`;
  const evidence = await customer.send<Named>("POST", path, { control_id: "CC6.1" });
  expect(evidence.status).toBe(201);
  return { id: evidence.data.id, policyId: policy.data.id };
};
const policyOf = async (id: string) => (await customer.get(`/api/v1/evidence/${id}`)).data["policy"];
const idsOf = async (query: string): Promise<string[]> => {
  const { data } = await customer.get(`/api/v1/evidence?project_id=${projectId}&${query}`);
  return (data.evidence as { id: string }[]).map(({ id }) => id);
};

test("evidence filed from a policy stays connected with its version, whatever its description says", async () => {
  const { id, policyId } = await filed();
  const plain = await customer.upload(
    { name: "a.pdf", bytes: await makePdf({ pages: [["A page."]] }) },
    {
      project_id: projectId,
      control_id: "CC6.1",
      title: "A file",
      description: `Written policy ${policyId}`,
    },
  );
  const change = { description: "In other words", tags: [] };
  expect((await customer.send("PUT", `/api/v1/evidence/${id}`, change)).status).toBe(200);
  expect(await policyOf(id)).toEqual({ id: policyId, version: 1 });
  expect(await idsOf(`policy_id=${policyId}`)).toEqual([id]);
  expect(await idsOf("from_policy=true")).toContain(id);
  expect(await idsOf("from_policy=true")).not.toContain(plain.data.id);
});

test("evidence filed before there was a column is connected by the description it had", async () => {
  const [kept, rewritten, foreign] = [await filed(), await filed(), await filed()];
  const { driver, config, em } = product.orm;
  const migrate = async (direction: "up" | "down"): Promise<void> => {
    const migration = new PolicyOfEvidence(driver, config);
    migration[direction]();
    for (const query of migration.getQueries() as string[]) await em.fork().execute(query);
  };
  await migrate("down");
  const describe = ({ id }: { id: string }, text: string) =>
    em.fork().execute("update evidence set description = ? where id = ?", [text, id]);
  const was = (policyId: string) =>
    `Written policy of Example: Cloud: Access Control Policy, version 3. Filed from the policy ${policyId}.`;
  await describe(kept, was(kept.policyId));
  await describe(rewritten, "In other words");
  await describe(foreign, was("01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f"));
  await migrate("up");
  expect(await policyOf(kept.id)).toEqual({ id: kept.policyId, version: 3 });
  expect(await policyOf(rewritten.id)).toBeNull();
  expect(await policyOf(foreign.id)).toBeNull();
});
