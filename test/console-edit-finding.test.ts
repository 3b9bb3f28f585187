import { expect, test } from "@jest/globals";
import type { Locator } from "playwright-core";
import { Project } from "../domain/projects/project.entity.ts";
import { setUpDeskJourneys } from "./support/console-visit.ts";

const journey = setUpDeskJourneys();

const raise = async (title: string): Promise<string> => {
  const { stage } = journey;
  const body = { project_id: stage.projectId, title, severity: "Medium" };
  return (await stage.auditor.send("POST", "/api/findings", body)).data.id;
};
const openForm = async (email: string, id: string): Promise<Locator> => {
  const { page, stage, comeIn } = journey;
  await comeIn(email, `/projects/${stage.projectId}/findings?finding=${id}`);
  await page.getByRole("dialog").getByRole("button", { name: "Edit…" }).click();
  return page.getByRole("dialog", { name: "Edit the finding" });
};
const read = async (id: string) => (await journey.stage.manager.get(`/api/findings/${id}`)).data;
const severityOf = (form: Locator) => form.getByRole("combobox", { name: "Severity" });

test("the form of a finding keeps its input across a reload, and changes the text, severity and control, which can be undone", async () => {
  const { page, stage } = journey;
  const id = await raise("Logs are kept");
  const { due_date: due } = await read(id);
  const form = await openForm(stage.manager.email, id);
  await form.getByLabel("Finding").fill("Logs are not kept");
  await page.reload();
  await form.getByText("Your unsaved input is back.").waitFor();
  await form.getByLabel("Description").fill("They are deleted after a day");
  await severityOf(form).click();
  await page.getByRole("option", { name: "High" }).click();
  await form.getByRole("combobox", { name: "Control" }).fill("A1.3");
  await page.getByRole("option", { name: /^A1\.3/ }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog", { name: "Logs are not kept" }).getByText("A1.3").waitFor();
  const changed = await read(id);
  expect(changed).toMatchObject({ title: "Logs are not kept", severity: "High" });
  expect(changed.description).toBe("They are deleted after a day");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The change was undone").waitFor();
  const before = { title: "Logs are kept", description: "", severity: "Medium", control_id: null };
  expect(await read(id)).toMatchObject({ ...before, due_date: due });
});

test("a finding that is opened or raised beside another one shows neither the form nor the decision of that one", async () => {
  const { page, stage } = journey;
  const [first] = [await raise("Old keys"), await raise("Old locks")];
  await openForm(stage.auditor.email, first);
  // In a narrow window it is below the panel.
  await page.getByRole("button", { name: "New finding" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "New finding" }).getByLabel("Finding").fill("Old doors");
  await page.getByRole("button", { name: "Raise it" }).click();
  const raised = page.getByRole("dialog", { name: "Old doors" });
  await raised.getByRole("button", { name: "Edit…" }).waitFor();
  await page.goto(`/projects/${stage.projectId}/findings?finding=${first}&move=false-positive`);
  const reason = page.getByRole("textbox", { name: "False positive: why?" });
  await reason.waitFor();
  await page.getByRole("link", { name: "Old locks" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Old locks" }).getByRole("button", { name: "Edit…" }).waitFor();
  expect(await reason.count()).toBe(0);
});

test("the form of a decision opens again after a reload with its reason, until it is cancelled", async () => {
  const { page, stage, comeIn } = journey;
  const id = await raise("An old kernel");
  await comeIn(stage.auditor.email, `/projects/${stage.projectId}/findings?finding=${id}`);
  const panel = page.getByRole("dialog", { name: "An old kernel" });
  const reason = panel.getByRole("textbox", { name: "False positive: why?" });
  await panel.getByRole("button", { name: "False positive" }).click();
  await reason.fill("It is patched");
  await page.reload();
  await reason.waitFor();
  expect(await reason.inputValue()).toBe("It is patched");
  await panel.getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await panel.getByRole("button", { name: "False positive" }).click();
  expect(await reason.inputValue()).toBe("It is patched");
  await panel.getByRole("button", { name: "False positive" }).click();
  await reason.waitFor({ state: "detached" });
  expect(await read(id)).toMatchObject({ status: "false-positive", status_reason: "It is patched" });
});

test("the form lets a customer only make an auditor's finding stricter", async () => {
  const { page, stage } = journey;
  const id = await raise("Seen by the auditor");
  const form = await openForm(stage.customer.email, id);
  await form.getByText("Someone else raised this finding").waitFor();
  await form.getByText("Seen by the auditor").waitFor();
  expect(await form.getByLabel("Description").count()).toBe(0);
  expect(await form.getByRole("combobox").count()).toBe(1);
  await severityOf(form).click();
  expect(await page.getByRole("option").allTextContents()).toEqual(["Critical", "High", "Medium"]);
  await page.getByRole("option", { name: "Critical" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("The finding was changed").waitFor();
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  expect((await read(id)).severity).toBe("Critical");
});

test("the form shows a field that someone else changed in the meantime, and leaves their other changes", async () => {
  const { page, stage } = journey;
  const id = await raise("Keys are shared");
  const form = await openForm(stage.manager.email, id);
  await form.getByLabel("Finding").fill("Keys of mine");
  await form.getByLabel("Description").fill("Described by me");
  const theirs = { title: "Keys of theirs", severity: "High" };
  await stage.auditor.send("PATCH", `/api/findings/${id}`, theirs);
  await form.getByRole("button", { name: "Save" }).click();
  const conflict = form.getByRole("alert");
  await conflict.getByText("Keys of theirs").waitFor();
  expect(await conflict.getByRole("region").count()).toBe(1);
  await conflict.getByRole("button", { name: "Keep theirs" }).click();
  expect(await form.getByLabel("Finding").inputValue()).toBe("Keys of theirs");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog", { name: "Keys of theirs" }).waitFor();
  expect(await read(id)).toMatchObject({ ...theirs, description: "Described by me" });
});

test("nothing is offered in an archived project", async () => {
  const { page, visit, product, stage, comeIn } = journey;
  const id = await raise("Kept as it was");
  const archived = { status: "archived" } as const;
  await product.orm.em.fork().nativeUpdate(Project, { id: stage.projectId }, archived);
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings?finding=${id}&edit=finding`);
  const panel = page.getByRole("dialog", { name: "Kept as it was" });
  await panel.getByText("This project is archived: nothing in it changes.").waitFor();
  await visit.quiet();
  expect(await panel.getByRole("button").allTextContents()).toEqual([""]);
  expect(await panel.getByRole("textbox").count()).toBe(0);
  await page.goto(`/projects/${stage.projectId}/findings`);
  await page.getByRole("row", { name: /Kept as it was/ }).waitFor();
  await visit.quiet();
  expect(
    await page
      .getByRole("main")
      .getByRole("button", { name: /new finding|import/i })
      .count(),
  ).toBe(0);
  await page.goto(`/projects/${stage.projectId}`);
  await page.getByText("This project is archived: nothing in it changes.").waitFor();
  await visit.quiet();
  expect(await page.getByRole("main").getByRole("button", { name: "Edit" }).count()).toBe(0);
  expect(await page.getByText("What to do next").count()).toBe(0);
  await page.goto(`/projects/${stage.projectId}/policies`);
  await page.getByText("No policies").waitFor();
  expect(await page.getByText(/^Generate/).count()).toBe(0);
});

test("the forms of a finding keep their input, read-only, once someone archives the project", async () => {
  const { page, product, stage, beside } = journey;
  const completed = { status: "completed" } as const;
  await product.orm.em.fork().nativeUpdate(Project, { id: stage.projectId }, completed);
  const id = await raise("Left open");
  const form = await openForm(stage.manager.email, id);
  await form.getByLabel("Description").fill("Typed by the manager");
  const path = `/projects/${stage.projectId}/findings?finding=${id}`;
  const { page: other } = await beside(stage.auditor.email, path);
  await other.getByRole("button", { name: "False positive" }).click();
  const reason = other.getByRole("textbox", { name: "False positive: why?" });
  await reason.fill("Typed by the auditor");
  await stage.manager.send("PUT", `/api/v1/projects/${stage.projectId}`, { status: "archived" });
  for (const one of [page, other]) {
    await one.getByText("The project was archived: your input can no longer be saved.").waitFor();
    expect(await one.getByRole("button", { name: /^(Save|False positive)$/ }).count()).toBe(0);
  }
  expect(await form.getByLabel("Description").inputValue()).toBe("Typed by the manager");
  expect(await form.locator("input:not([readonly], [type=hidden]), textarea:not([readonly])").count()).toBe(
    0,
  );
  expect([await reason.inputValue(), await reason.isEditable()]).toEqual(["Typed by the auditor", false]);
  await form.getByRole("button", { name: "Discard it" }).click();
  const panel = page.getByRole("dialog", { name: "Left open" });
  await panel.getByText("This project is archived: nothing in it changes.").waitFor();
});

test("a half-written comment stays, read-only, once someone archives the project", async () => {
  const { page, product, stage, comeIn, beside } = journey;
  const completed = { status: "completed" } as const;
  await product.orm.em.fork().nativeUpdate(Project, { id: stage.projectId }, completed);
  const id = await raise("Discussed");
  const path = `/projects/${stage.projectId}`;
  await comeIn(stage.manager.email, `${path}/findings?finding=${id}`);
  const { page: other } = await beside(stage.auditor.email, `${path}/controls?control=CC6.1`);
  const fields = [page, other].map((one) => one.getByRole("textbox", { name: "Write a comment" }));
  for (const field of fields) await field.fill("Half a thought");
  await stage.manager.send("PUT", `/api/v1${path}`, { status: "archived" });
  for (const one of [page, other]) {
    await one.getByText("The project was archived: your input can no longer be saved.").waitFor();
    expect(await one.getByRole("button", { name: "Comment", exact: true }).count()).toBe(0);
  }
  for (const field of fields)
    expect([await field.inputValue(), await field.isEditable()]).toEqual(["Half a thought", false]);
  await page.getByRole("button", { name: "Discard it" }).click();
  await fields[0]!.waitFor({ state: "detached" });
});
