import { expect, test } from "@jest/globals";
import { setProjectStage } from "./support/console-stage.ts";
import { startProductForFile } from "./support/product-for-file.ts";

const product = await startProductForFile();
const pathIn = (projectId: string, control = "CC6.1") =>
  `/api/v1/projects/${projectId}/controls/${control}/comments` as const;

const stage = await setProjectStage(product);
const path = pathIn(stage.projectId);

const textsAt = async (where: typeof path, search = ""): Promise<string[]> =>
  (await stage.manager.get(`${where}?search=${search}`)).data.comments.map(({ text }) => text);

test("the people of a project comment on a control, newest first, with their names", async () => {
  const { customer, auditor } = stage;
  const created = await auditor.send("POST", path, { text: "  Which systems does the review cover?  " });
  expect(created.status).toBe(201);
  expect(created.data).toMatchObject({
    text: "Which systems does the review cover?",
    author_id: auditor.id,
    author: { name: "Audrey Auditor", role: "auditor" },
  });
  await customer.send("POST", path, { text: "All that hold customer data" });
  const { data } = await stage.manager.get(`${path}?limit=1`);
  expect(data.pagination).toMatchObject({ page: 1, total: 2, pages: 2 });
  expect(data.comments[0]).toMatchObject({
    text: "All that hold customer data",
    author: { name: "Casey Customer" },
  });
  expect(await textsAt(path, "systems")).toEqual(["Which systems does the review cover?"]);
});

test("a control has its own comments, by its number or its id", async () => {
  const { customer, projectId } = stage;
  const { data } = await customer.send("POST", pathIn(projectId, "CC6.2"), { text: "Of CC6.2" });
  expect(await textsAt(pathIn(projectId, data.control_id))).toEqual(["Of CC6.2"]);
  expect(await textsAt(pathIn(projectId, "CC6.3"))).toEqual([]);
});

test("a comment is an event of the project, and an entry of the audit log", async () => {
  const { manager, projectId } = stage;
  const { data } = await manager.send("POST", path, { text: "Ends up in the history" });
  const { data: history } = await manager.get(`/api/v1/events?project_id=${projectId}&limit=1`);
  expect(history.events[0]).toMatchObject({
    event: "control.commented",
    data: { control: { number: "CC6.1" }, comment: { id: data.id, author_id: manager.id } },
  });
  expect(JSON.stringify(history.events[0])).not.toContain("Ends up");
});

test.each([
  ["an empty text", { text: "   " }, 400],
  ["a text of more than 10,000 characters", { text: "x".repeat(10_001) }, 400],
  ["an unknown field", { text: "Fine", reply_to: null }, 400],
])("refuses %s", async (_, body, status) => {
  expect((await stage.customer.send("POST", path, body)).status).toBe(status);
});

test("an unknown control is 404", async () => {
  const unknown = pathIn(stage.projectId, "XX1");
  expect((await stage.customer.get(unknown)).status).toBe(404);
  expect((await stage.customer.send("POST", unknown, { text: "Nowhere" })).status).toBe(404);
});

test("an archived project is only read", async () => {
  const { admin, id } = await archivedProject();
  const answer = await admin.send("POST", pathIn(id), { text: "Too late" });
  expect([answer.status, answer.body.error.code]).toEqual([409, "CONFLICT"]);
  expect((await admin.get(pathIn(id))).data.comments).toEqual([]);
});

async function archivedProject() {
  const admin = await product.signIn("admin");
  const { data } = await admin.send("POST", "/api/v1/projects", { name: "Old", framework: "soc2" });
  for (const status of ["completed", "archived"])
    await admin.send("PUT", `/api/v1/projects/${data.id}`, { status });
  return { admin, id: data.id };
}
