import { describe, expect, test } from "@jest/globals";
import { Policy, PolicyVersion } from "../domain/policies/policy.entity.ts";
import { newId } from "../platform/ids.ts";
import { eventKinds } from "./support/event-kinds.ts";
import { newProjectOf, signInPeople } from "./support/new-project.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { waitFor } from "./support/wait-for.ts";

const WAIT_MS = 120_000;
const GENERATE = "/api/v1/ai/generate/policy";
const PATH = "/api/v1/policies";
const product = await startProductForFile({ parts: ["worker"] });

const people = await signInPeople(product);
const projectId = await newProjectOf(people);

const REQUEST = {
  type: "access_control",
  framework: "soc2",
  control_id: "CC6.1",
  company_name: "Müller & Söhne",
  industry: "healthcare",
};
const generate = (change: object = {}, caller = people.customer) =>
  caller.send("POST", GENERATE, { ...REQUEST, company_name: newId(), ...change });

describe("a generated policy", () => {
  test("is returned as documented, and stored", async () => {
    const { status, data } = await generate({ company_name: REQUEST.company_name });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      title: "Access Control Policy",
      format: "markdown",
      quality_score: 100,
      mode: "template",
      version: 1,
      control_id: "CC6.1",
      project_id: null,
      owner_id: people.customer.id,
    });
    expect(Date.parse(data.generated_at)).toBeGreaterThan(0);
    expect(data.content).toContain("# Access Control Policy");
    expect(data.content).toContain("Müller & Söhne");
    expect(data.content).toContain("How this policy fulfils CC6.1");
    const read = await people.customer.get(`${PATH}/${data.id}`);
    expect(read.data).toEqual(data);
    expect(await eventKinds(product, data.id)).toEqual(["policy.generated"]);
  });

  test("outside projects belongs to its owner only", async () => {
    const { data } = await generate({}, people.auditor);
    expect((await people.auditor.get(`${PATH}/${data.id}`)).status).toBe(200);
    for (const caller of [people.admin, people.customer, people.foreign]) {
      expect((await caller.get(`${PATH}/${data.id}`)).status).toBe(404);
      expect((await caller.send("DELETE", `${PATH}/${data.id}`)).status).toBe(404);
      const { policies } = (await caller.get(PATH)).data as { policies: { id: string }[] };
      expect(policies.map(({ id }) => id)).not.toContain(data.id);
    }
  });

  test("in a project is visible with it; its auditor cannot create any", async () => {
    const { data } = await generate({ project_id: projectId });
    const file = `${PATH}/${data.id}/file` as const;
    for (const path of [`${PATH}/${data.id}`, file, `${PATH}/${data.id}/versions`]) {
      expect((await people.auditor.fetch(path)).status).toBe(200);
      expect((await people.foreign.fetch(path)).status).toBe(404);
    }
    const change = { content: "# Mine" };
    expect((await people.auditor.send("PUT", `${PATH}/${data.id}`, change)).status).toBe(403);
    expect((await people.foreign.send("PUT", `${PATH}/${data.id}`, change)).status).toBe(404);
    expect((await generate({ project_id: projectId }, people.auditor)).status).toBe(403);
    expect((await generate({ project_id: projectId }, people.foreign)).status).toBe(404);
  });

  test.each([
    [{ type: "nonsense" }, "type", "access_control"],
    [{ framework: "nist" }, "framework", "soc2, iso27001"],
    [{ control_id: "A.8.24" }, "control_id", "CC6.1"],
    [{ company_name: " " }, "company_name", ""],
    [{ company_name: "A\nB" }, "company_name", "one line"],
  ])("%j is refused, naming the field", async (change, field, message) => {
    const { status, body } = await generate(change);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { code: "VALIDATION_ERROR", details: { field, error: expect.stringContaining(message) } },
    });
  });

  test("accepts the id of a control of its project", async () => {
    const { data: control } = await people.customer.get(`/api/v1/projects/${projectId}/controls/CC6.3`);
    const { data } = await generate({ project_id: projectId, control_id: control.id });
    expect(data.control_id).toBe("CC6.3");
  });
});

describe("versions", () => {
  test("keep a title that someone changed, in the text too", async () => {
    const about = { company_name: newId(), project_id: projectId };
    const { data: first } = await generate(about);
    const edited = { title: "Who may_do what", content: first.content };
    await people.customer.send("PUT", `${PATH}/${first.id}`, edited);
    const { data: third } = await generate(about);
    expect(third).toMatchObject({ id: first.id, version: 3, title: "Who may_do what" });
    expect(third.content).toMatch(/^# Who may\\_do what\n/);
  });

  test("are added by generating again and by edits; an unchanged text adds none", async () => {
    const company_name = newId();
    const { data: first } = await generate({ company_name, project_id: projectId });
    const { data: second } = await generate({
      company_name,
      project_id: projectId,
      framework: "iso27001",
      control_id: "",
    });
    expect([second.id, second.version, second.framework]).toEqual([first.id, 2, "iso27001"]);
    expect(second.content).toMatch(
      /\| 1 \| .* \| Generated from the template \|\n\| 2 \| .* \| Regenerated \|/,
    );
    const path = `${PATH}/${first.id}` as const;
    const { data: third } = await people.customer.send("PUT", path, {
      content: "# Short\n\n[Your name] decides.",
    });
    expect(third).toMatchObject({ version: 3, mode: "edited", content: "# Short\n\n[Your name] decides." });
    expect(third.quality_score).toBeLessThan(20);
    const { data: same } = await people.customer.send("PUT", path, { content: third.content });
    expect(same.version).toBe(3);
    const { data: answered } = await people.auditor.get(`${path}/versions`);
    const versions = answered.versions as { version: number; mode: string; content: string }[];
    expect(versions.map(({ version, mode }) => [version, mode])).toEqual([
      [3, "edited"],
      [2, "template"],
      [1, "template"],
    ]);
    expect(versions[2]!.content).toBe(first.content);
    const { data: one } = await people.auditor.get(`${path}/versions?version=2`);
    expect(one.versions.map(({ version }: { version: number }) => version)).toEqual([2]);
    expect((await people.auditor.get(`${path}/versions?version=4`)).data.versions).toEqual([]);
    expect(await eventKinds(product, first.id)).toEqual([
      "policy.generated",
      "policy.generated",
      "policy.updated",
    ]);
  });

  test("two simultaneous requests create two versions, or one is asked to retry", async () => {
    const company_name = newId();
    const answers = await Promise.all([1, 2, 3].map(() => generate({ company_name, project_id: projectId })));
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const done = answers.filter(({ status }) => status === 201);
    expect(done.map(({ data }) => Number(data.version)).toSorted((a, b) => a - b)).toEqual(
      done.map((_, n) => n + 1),
    );
    expect(new Set(done.map(({ data }) => data.id)).size).toBe(1);
  });

  test("are deleted with the policy", async () => {
    const { data } = await generate({ project_id: projectId });
    expect((await people.customer.send("DELETE", `${PATH}/${data.id}`)).status).toBe(200);
    expect((await people.customer.get(`${PATH}/${data.id}`)).status).toBe(404);
    expect(await product.orm.em.fork().count(PolicyVersion, { policy: data.id })).toBe(0);
    expect(await eventKinds(product, data.id)).toEqual(["policy.generated", "policy.deleted"]);
  });
});

describe("lists", () => {
  test("show the types with their controls", async () => {
    const types = (await people.foreign.get("/api/v1/ai/policy-types")).data.policy_types as {
      type: string;
      controls: { framework: string; number: string }[];
    }[];
    expect(types.length).toBeGreaterThanOrEqual(22);
    expect(types.find(({ type }) => type === "cryptography")!.controls).toContainEqual({
      framework: "iso27001",
      number: "A.8.24",
    });
  });

  test("support the common parameters, type, framework and project", async () => {
    const company_name = `Search ${newId()}`;
    const { data: wanted } = await generate({ company_name, project_id: projectId, type: "privacy" });
    await generate({ company_name, project_id: projectId, type: "risk_management" });
    const search = encodeURIComponent(company_name);
    const list = await people.auditor.get(
      `${PATH}?project_id=${projectId}&type=privacy&framework=soc2&search=${search}&search_fields=company_name`,
    );
    const { policies, pagination } = list.data as { policies: object[]; pagination: object };
    expect(pagination).toMatchObject({ total: 1 });
    const { content: _content, format: _format, ...answered } = wanted as Record<string, unknown>;
    expect(policies).toEqual([answered]);
    expect((await people.auditor.get(`${PATH}?sort=nonsense`)).status).toBe(400);
  });
});

test(
  "an archived project refuses new policies and changes to them; its deletion removes them",
  async () => {
    const archived = await newProjectOf(people);
    const { data } = await generate({ project_id: archived });
    for (const status of ["completed", "archived"])
      expect((await people.admin.send("PUT", `/api/v1/projects/${archived}`, { status })).status).toBe(200);
    expect((await generate({ project_id: archived })).status).toBe(409);
    const path = `${PATH}/${data.id}` as const;
    expect((await people.customer.send("PUT", path, { content: "# New" })).status).toBe(409);
    expect((await people.customer.send("DELETE", path)).status).toBe(409);
    expect((await people.customer.get(path)).status).toBe(200);
    await people.admin.send("DELETE", `/api/v1/projects/${archived}`);
    expect((await people.customer.get(path)).status).toBe(404);
    const left = () => product.orm.em.fork().count(Policy, { id: data.id });
    expect(await waitFor(left, (count) => count === 0, WAIT_MS)).toBe(0);
  },
  WAIT_MS,
);
