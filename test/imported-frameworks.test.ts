import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { Event } from "../domain/events/event.entity.ts";
import { auditEntriesOf } from "./support/audit-entries.ts";
import { catalogueOf, type CatalogueOptions } from "./support/catalogue.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const PATH = "/api/v1/compliance/frameworks";
/** A token as OSCAL requires it, starting with a letter. */
const UUID_SHAPED = "A1b2c3d4-0000-4000-8000-000000000000";

const product = await startProductForFile();
const admin = await product.signIn("admin");
const customer = await product.signIn("customer");

const importOne = (options: CatalogueOptions = {}, caller = admin) =>
  caller.send("POST", `${PATH}/import`, catalogueOf(options));
const remove = (id: string, caller = admin) => caller.send("DELETE", `${PATH}/${id}`);
const newProject = (framework: string) =>
  customer.send("POST", "/api/v1/projects", { name: "Of the house", framework });
const frameworks = async () =>
  (await customer.get(PATH)).data.frameworks as { id: string; controls: object[] }[];
const eventsAbout = async (subjectId: string): Promise<unknown[]> =>
  (await product.orm.em.fork().find(Event, { subjectId }, { orderBy: { id: "asc" } })).map(
    ({ kind, data }) => [kind, data["outcome"]],
  );

describe("an imported catalogue", () => {
  test("is listed with the built-in frameworks and its controls", async () => {
    const uuid = randomUUID();
    const { status, data } = await importOne({ uuid });
    expect(status).toBe(200);
    expect(data).toEqual({
      id: `oscal-${uuid}`,
      name: "House rules",
      description: "",
      version: "1.0",
      language: null,
      source: "imported",
      outcome: "created",
      controls: 3,
    });
    const all = await frameworks();
    expect(all.slice(0, 2)).toMatchObject([
      { id: "soc2", source: "built_in", language: "en" },
      { id: "iso27001", source: "built_in" },
    ]);
    const { controls } = all.find(({ id }) => id === data.id)!;
    expect(controls[1]).toEqual({
      id: `oscal-${uuid}:hr-2`,
      number: "hr-2",
      title: "Title of hr-2",
      category: "Keys",
      trust_category: "confidentiality",
      summary: "The owner of a key:\na. returns it within [a number of days]; and\nb. says so.",
    });
  });

  test("can be used by projects, with scores, gaps and summaries", async () => {
    const framework = (await importOne()).data.id;
    const { status, data: project } = await newProject(framework);
    expect([status, project.framework]).toEqual([201, framework]);
    const query = `project_id=${project.id}`;
    const { data } = await customer.get(`/api/v1/compliance/controls?${query}`);
    expect(data.controls.map(({ number }: { number: string }) => number)).toEqual(["hr-1", "hr-2", "hr-2.1"]);
    const control = `/api/v1/projects/${project.id}/controls/hr-2`;
    expect((await admin.send("PUT", control, { progress: 100, reason: "It is done" })).status).toBe(200);
    const { data: score } = await customer.get(`/api/v1/compliance/score?${query}`);
    const { data: gaps } = await customer.get(`/api/v1/compliance/gaps?${query}`);
    expect(score.framework_scores).toMatchObject({ confidentiality: 100, security: 0 });
    expect(gaps.gaps.map(({ control }: { control: { number: string } }) => control.number)).toEqual([
      "hr-1",
      "hr-2.1",
      "hr-2",
    ]);
    const { data: graph } = await customer.get(`/api/compliance/graph?${query}`);
    const node = graph.find(({ kind }: { kind: string }) => kind === "framework");
    expect(node).toMatchObject({ id: framework, label: "House rules" });
    for (const path of [
      "/api/compliance/overview",
      "/api/compliance/overview/detailed",
      "/api/compliance/summary",
    ])
      expect((await customer.get(`${path}?${query}`)).status).toBe(200);
  });

  test("has controls that the assistant knows by their numbers", async () => {
    const { data: project } = await newProject((await importOne()).data.id);
    const ask = async (message: string, more: object) =>
      (await customer.send("POST", "/api/v1/ai/chat", { message, ...more })).data;
    const first = await ask("What is missing for HR-2?", { context: { project_id: project.id } });
    expect(first).toMatchObject({
      mode: "figures",
      message: expect.stringMatching(/^hr-2 Title of hr-2: /),
      context: { control: "hr-2" },
    });
    const { conversation_id } = first;
    expect((await ask("Was fehlt bei hr-1?", { conversation_id })).message).toMatch(/^hr-1 Title of hr-1: /);
    expect((await ask("What is missing?", { conversation_id })).message).toMatch(/^hr-1 Title of hr-1: /);
  });

  test("can be named by policies, whose controls are then for their owner to confirm", async () => {
    const framework = (await importOne()).data.id;
    const { data: project } = await newProject(framework);
    const body = {
      type: "access_control",
      framework,
      control_id: "hr-2",
      company_name: "Example Ltd",
      project_id: project.id,
    };
    const { status, data } = await customer.send("POST", "/api/v1/ai/generate/policy", body);
    expect(status).toBe(201);
    expect(data.content).toContain("This policy is not mapped to House rules, 1.0.");
    expect(data.content).toContain(
      'Control hr-2, "Title of hr-2", requires the following: The owner of a key',
    );
    const unknown = { ...body, framework: "oscal-00000000-0000-4000-8000-000000000000" };
    expect((await customer.send("POST", "/api/v1/ai/generate/policy", unknown)).body.error).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { field: "framework", error: expect.stringContaining(framework) },
    });
  });

  test("is updated if it now states its language", async () => {
    const uuid = randomUUID();
    await importOne({ uuid });
    expect((await importOne({ uuid, language: "de" })).data.outcome).toBe("updated");
    expect(await frameworks()).toContainEqual(
      expect.objectContaining({ id: `oscal-${uuid}`, language: "de" }),
    );
  });

  test("can be imported again: without changes nothing happens, another version changes only unused controls", async () => {
    const uuid = randomUUID();
    const outcomeOf = async (options: CatalogueOptions) =>
      (await importOne({ uuid, ...options })).data?.outcome;
    expect(await outcomeOf({})).toBe("created");
    expect(await outcomeOf({})).toBe("unchanged");
    expect(await outcomeOf({ version: "1.1", ids: ["hr-1", "hr-3"] })).toBe("updated");
    const { data: project } = await newProject(`oscal-${uuid}`);
    expect(await outcomeOf({ version: "1.2", ids: ["hr-1", "hr-3", "hr-4"] })).toBe("updated");
    const {
      status,
      body: { error },
    } = await importOne({ uuid, version: "2.0", ids: ["hr-4"] });
    expect(status).toBe(409);
    expect(error.message).toContain("hr-1, hr-3");
    expect(error.details).toMatchObject({ controls: ["hr-1", "hr-3"] });
    // The project keeps the controls it was created with; only hr-4, which it does not have, may be removed.
    expect(await outcomeOf({ version: "2.0", ids: ["hr-1", "hr-3"] })).toBe("updated");
    const { data } = await customer.get(`/api/v1/compliance/controls?project_id=${project.id}`);
    expect(data.controls).toHaveLength(4);
    expect(await eventsAbout(uuid)).toEqual([
      ["framework.imported", "created"],
      ["framework.imported", "updated"],
      ["framework.imported", "updated"],
      ["framework.imported", "updated"],
    ]);
  });

  test("is created once by two simultaneous requests", async () => {
    const uuid = randomUUID();
    const outcomes = await Promise.all(
      [1, 2, 3].map(async () => (await importOne({ uuid })).data.outcome as string),
    );
    expect(outcomes.toSorted()).toEqual(["created", "unchanged", "unchanged"]);
  });

  test("can be deleted if no project uses it", async () => {
    const uuid = randomUUID();
    const id = (await importOne({ uuid })).data.id;
    await newProject(id);
    const refused = await remove(id);
    expect([refused.status, refused.body.error.details]).toEqual([409, { projects: 1 }]);
    await product.orm.em.getConnection().execute("delete from projects where framework = ?", [id]);
    expect((await remove(id)).status).toBe(200);
    expect((await remove(id)).status).toBe(404);
    expect((await frameworks()).some((one) => one.id === id)).toBe(false);
    expect((await newProject(id)).status).toBe(400);
    expect((await eventsAbout(uuid)).at(-1)).toEqual(["framework.deleted", undefined]);
  });

  test("is recorded in the audit log", async () => {
    const uuid = randomUUID();
    await importOne({ uuid });
    const entries = await auditEntriesOf(product, admin, { subject_id: uuid });
    expect(entries).toMatchObject([
      { action: "framework.imported", subject_kind: "framework", actor_id: admin.id },
    ]);
  });
});

test("built-in frameworks cannot be deleted", async () => {
  expect((await remove("soc2")).status).toBe(409);
  expect((await remove(`oscal-${randomUUID()}`)).status).toBe(404);
});

test("only admins import and delete", async () => {
  const id = (await importOne()).data.id;
  for (const role of ["customer", "auditor", "manager"] as const) {
    const caller = await product.signIn(role);
    expect([(await importOne({}, caller)).status, (await remove(id, caller)).status]).toEqual([403, 403]);
  }
});

test.each<[string, object, string]>([
  ["no catalogue", {}, "catalog"],
  ["a list with a catalogue", { catalog: [] }, "catalog"],
  ["a profile", { profile: {} }, "catalog"],
  ["a control whose id is shaped like a UUID", catalogueOf({ ids: [UUID_SHAPED] }), "catalog.controls.0.id"],
  [
    "a control without a title",
    { catalog: { ...catalogueOf().catalog, controls: [{ id: "a" }] } },
    "catalog.controls.0.title",
  ],
])("%s is refused, naming the field", async (_what, sent, field) => {
  const {
    status,
    body: { error },
  } = await admin.send("POST", `${PATH}/import`, sent);
  expect([status, error.code, error.details["field"]]).toEqual([400, "VALIDATION_ERROR", field]);
});
