import { describe, expect, test } from "@jest/globals";
import { readFile } from "node:fs/promises";
import { FindingComment } from "../domain/findings/finding.entity.ts";
import { newId } from "../platform/ids.ts";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { readCsv } from "./support/read-csv.ts";
import { logOf, result } from "./support/sarif.ts";

const journey = setUpDeskJourneys();

const raise = async (title: string): Promise<string> => {
  const { stage } = journey;
  const body = { project_id: stage.projectId, title, severity: "Medium", assigned_to: stage.manager.id };
  return (await stage.auditor.send("POST", "/api/findings", body)).data.id;
};
const statusOf = async (id: string): Promise<unknown> =>
  (await journey.stage.manager.get(`/api/findings/${id}`)).data.status;

describe("the board", () => {
  const columnOf = (name: string) => journey.page.getByRole("region", { name, exact: true });
  const openBoard = () =>
    journey.comeIn(journey.stage.manager.email, `/projects/${journey.stage.projectId}/findings?view=board`);

  test("accepts a finding dragged to a permitted column, and undoes the move", async () => {
    const { page } = journey;
    const id = await raise("Dragged along");
    await openBoard();
    const card = page.getByRole("listitem").filter({ hasText: "Dragged along" });
    await card.dragTo(columnOf("In progress"));
    await page.getByText("Dragged along: In progress").waitFor();
    await columnOf("In progress").getByRole("link", { name: "Dragged along" }).waitFor();
    expect(await statusOf(id)).toBe("in-progress");
    await page.getByRole("button", { name: "Undo" }).click();
    await columnOf("Open").getByRole("link", { name: "Dragged along" }).waitFor();
    // An open finding cannot be closed directly.
    await card.dragTo(columnOf("Closed"));
    await columnOf("Open").getByRole("link", { name: "Dragged along" }).waitFor();
    expect(await statusOf(id)).toBe("open");
  });

  test("moves a finding with the keyboard, and asks for a reason where one is required", async () => {
    const { page } = journey;
    const id = await raise("Moved by keys");
    await openBoard();
    await page.getByRole("button", { name: "Move: Moved by keys" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Start" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("Moved by keys: In progress").waitFor();
    // The card in its old column may still be there, and closes its menu when it goes.
    const moved = columnOf("In progress").getByRole("button", { name: "Move: Moved by keys" });
    await moved.press("Enter");
    await page.getByRole("menuitem", { name: "Resolve…" }).click();
    const panel = page.getByRole("dialog", { name: "Moved by keys" });
    await panel.getByRole("textbox", { name: "What was done?" }).fill("Patched on all hosts");
    await panel.getByRole("button", { name: "Resolve", exact: true }).click();
    await columnOf("Resolved").getByRole("link", { name: "Moved by keys" }).waitFor();
    expect(await statusOf(id)).toBe("resolved");
  });

  test("shows a moved finding once, however late its old column arrives", async () => {
    const { page } = journey;
    await raise("Moved once");
    await openBoard();
    const card = page.getByRole("link", { name: "Moved once" });
    await card.waitFor();
    const late = Promise.withResolvers<void>();
    await page.route(/findings\?.*status=open\b/, async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Move: Moved once" }).click();
    await page.getByRole("menuitem", { name: "Start" }).click();
    await columnOf("In progress").getByRole("link", { name: "Moved once" }).waitFor();
    expect(await card.count()).toBe(1);
    late.resolve();
  });

  test("offers a customer only permitted moves", async () => {
    const { page, stage, comeIn: signIn } = journey;
    await raise("Of the auditor");
    await signIn(stage.customer.email, `/projects/${stage.projectId}/findings?view=board`);
    await page.getByRole("button", { name: "Move: Of the auditor" }).click();
    await page.getByRole("menuitem", { name: "Start" }).waitFor();
    expect(await page.getByRole("menuitem").count()).toBe(1);
  });
});

test("an auditor raises a finding, whose draft survives a reload", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.auditor.email, `/projects/${stage.projectId}/findings`);
  await page.getByRole("button", { name: "New finding" }).click();
  const form = page.getByRole("dialog", { name: "New finding" });
  await form.getByLabel("Finding").fill("Backups are not tested");
  await page.reload();
  await form.getByText("Your unsaved input is back.").waitFor();
  await form.getByRole("combobox", { name: "Severity" }).click();
  await page.getByRole("option", { name: "High" }).click();
  await form.getByRole("combobox", { name: "Control" }).fill("A1.3");
  await page.getByRole("option", { name: /^A1\.3/ }).click();
  await form.getByRole("combobox", { name: "Assigned to" }).click();
  await page.getByRole("option", { name: "Casey Customer" }).click();
  await form.getByRole("button", { name: "Raise it" }).click();
  await page.getByRole("dialog", { name: "Backups are not tested" }).getByText("No comments yet.").waitFor();
  const { data } = await stage.manager.get(`/api/findings?project_id=${stage.projectId}&search=Backups`);
  expect(data.findings).toMatchObject([
    { severity: "High", status: "open", assigned_to: { name: "Casey Customer" } },
  ]);
});

test("a finding is assigned to someone else beside the list, which can be undone", async () => {
  const { page, stage, comeIn } = journey;
  const id = await raise("Given away");
  const assignee = async (): Promise<unknown> =>
    (await stage.manager.get(`/api/findings/${id}`)).data.assigned_to?.name;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings?finding=${id}`);
  const panel = page.getByRole("dialog", { name: "Given away" });
  await panel.getByRole("combobox", { name: "Assigned to" }).click();
  await page.getByRole("option", { name: "Casey Customer" }).click();
  await page.getByText("The assignment was changed").waitFor();
  await page.getByRole("row", { name: /Given away.*Casey Customer/ }).waitFor();
  expect(await assignee()).toBe("Casey Customer");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("row", { name: /Given away.*Morgan Manager/ }).waitFor();
  expect(await assignee()).toBe("Morgan Manager");
});

describe("an import", () => {
  const openImport = () =>
    journey.comeIn(
      journey.stage.manager.email,
      `/projects/${journey.stage.projectId}/findings?finding=import`,
    );

  test("of a CSV file previews its changes", async () => {
    const { page, stage } = journey;
    await openImport();
    const panel = page.getByRole("dialog", { name: "Import findings" });
    const csv = "id,title,severity\n1,Weak password,high\n2,Open port,unheard of\n3,Old kernel,low\n";
    const file = { name: "Nessus.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
    await panel.getByLabel("Choose a file").first().setInputFiles(file);
    await panel.getByLabel("Reported by").fill("Nessus");
    await page.keyboard.press("Enter");
    await panel.getByText("2 new").waitFor();
    const invalid = panel.getByRole("row", { name: /Severity: .* · line 3 of the file/ });
    expect(await invalid.innerText()).not.toContain("line 3: ");
    const listed = async (): Promise<number> =>
      (await stage.manager.get(`/api/findings?project_id=${stage.projectId}&integration=Nessus`)).data
        .findings.length;
    expect(await listed()).toBe(0);
    await panel.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByText("Imported: 2 new, 0 changed").waitFor();
    await page.getByRole("link", { name: "Weak password" }).waitFor();
    expect(await listed()).toBe(2);
  });

  test("that reports a resolved finding again can be confirmed, and the finding names it", async () => {
    const { page, stage } = journey;
    const { projectId: project_id } = stage;
    const csv = "id,title,severity\nA1,Old account,high\n";
    const rows = { project_id, integration: "Accounts", csv };
    const { data } = await stage.manager.send("POST", "/api/findings/import", rows);
    const path = `/api/findings/${data.results[0]!.finding_id}` as const;
    for (const status of ["in-progress", "resolved"]) await stage.manager.send("PATCH", path, { status });
    await openImport();
    const panel = page.getByRole("dialog", { name: "Import findings" });
    const file = { name: "Accounts.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
    await panel.getByLabel("Choose a file").first().setInputFiles(file);
    await panel.getByLabel("Reported by").fill("Accounts");
    await panel.getByRole("button", { name: "Preview" }).click();
    await panel.getByRole("button", { name: "Record 1 row as still reported" }).click();
    await page.getByText("Imported: 0 new, 0 changed, 1 unchanged").waitFor();
    await page.getByRole("link", { name: "Old account" }).click();
    expect(await isShown(page.getByRole("definition").filter({ hasText: "After it was resolved" }))).toBe(
      true,
    );
    expect((await stage.manager.get(path)).data.status).toBe("resolved");
    await openImport();
    const worse = { ...file, buffer: Buffer.from(csv.replace("high", "critical")) };
    await panel.getByLabel("Choose a file").first().setInputFiles(worse);
    await panel.getByLabel("Reported by").fill("Accounts");
    await panel.getByRole("button", { name: "Preview" }).click();
    await panel.getByText("1 of them reopens a decided finding").waitFor();
    await panel.getByRole("row", { name: /Old account.*Reopens/ }).waitFor();
  });

  test("of a SARIF log uses the tool's name, and a file in neither format is reported", async () => {
    const { page } = journey;
    await openImport();
    const panel = page.getByRole("dialog", { name: "Import findings" });
    const choose = (name: string, text: string) =>
      panel
        .getByLabel("Choose a file")
        .first()
        .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    await choose("broken.sarif", "{ no JSON");
    await panel.getByText("This file is neither CSV nor JSON.").waitFor();
    // The name of a CSV file's scanner is not that of the next file's.
    await choose("results.csv", "title,severity\nOpen port,high\n");
    await panel.getByLabel("Reported by").fill("Nessus");
    await choose("results.sarif", JSON.stringify(logOf([result()])));
    await panel.getByRole("button", { name: "Preview" }).click();
    await panel.getByText("1 new").waitFor();
    await panel.getByRole("button", { name: "Import 1 row" }).click();
    await page.getByRole("link", { name: "WeakHash in src/a.ts" }).click();
    await page.getByRole("heading", { name: "Reported by CodeQL" }).waitFor();
    expect(await isShown(page.getByRole("definition").filter({ hasText: "js/weak-hash" }))).toBe(true);
  });
});

test("the list shows on phones the status of a finding, and not when a finished one is due", async () => {
  const { page, stage, comeIn } = journey;
  const id = await raise("Accepted for now");
  await raise("Still to do");
  const { data } = await stage.manager.get(`/api/findings/${id}`);
  expect(data.due_date).not.toBeNull();
  await comeIn(stage.manager.email);
  const waiting = page.getByRole("listitem").filter({ hasText: "Still to do" });
  await waiting.getByText(/^Example Cloud: SOC 2/).waitFor();
  const body = { status: "false-positive", reason: "Not ours" };
  expect((await stage.manager.send("PATCH", `/api/findings/${id}`, body)).status).toBe(200);
  await page.goto(`/projects/${stage.projectId}/findings`);
  const rowOf = (title: string) => page.getByRole("row").filter({ hasText: title });
  await rowOf("Still to do")
    .getByText(/^in \d+ days$/)
    .waitFor();
  expect(
    await rowOf("Accepted for now")
      .getByText(/^in \d+ days$/)
      .count(),
  ).toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await isShown(rowOf("Accepted for now").getByText("False positive").first())).toBe(true);
  await rowOf("Accepted for now").getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "Accepted for now" });
  await panel.getByText("Not ours").waitFor();
  expect(await panel.getByText("Due", { exact: true }).count()).toBe(0);
});

test("the list and the board are filtered by the person to whom findings are assigned", async () => {
  const { page, stage, comeIn } = journey;
  await raise("For the manager");
  const body = { project_id: stage.projectId, severity: "Low", assigned_to: stage.customer.id };
  await stage.auditor.send("POST", "/api/findings", { ...body, title: "For the customer" });
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings`);
  const filter = page.getByRole("search").getByRole("combobox", { name: "Assigned to" });
  await filter.click();
  await page.getByRole("option", { name: "Casey Customer" }).click();
  await page.getByRole("link", { name: "For the customer" }).waitFor();
  await page.getByRole("link", { name: "For the manager" }).waitFor({ state: "detached" });
  await page.getByText("Board", { exact: true }).click();
  await filter.click();
  await page.getByRole("option", { name: "Me", exact: true }).click();
  await page.getByRole("link", { name: "For the manager" }).waitFor();
  await page.getByRole("link", { name: "For the customer" }).waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("assigned")).toBe("me");
});

test("the findings shown are exported as CSV with all their pages", async () => {
  const { page, stage, comeIn } = journey;
  for (const title of ["Exported b", "Exported a"])
    await stage.auditor.send("POST", "/api/findings", {
      project_id: stage.projectId,
      title,
      severity: "Low",
    });
  await comeIn(stage.customer.email, `/projects/${stage.projectId}/findings?q=Exported&sort=title&order=asc`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Findings.csv");
  const rows = readCsv(await readFile(await download.path(), "utf8"));
  const title = rows[0]!.indexOf("title");
  expect(rows.slice(1).map((cells) => cells[title])).toEqual(["Exported a", "Exported b"]);
});

test("older comments are loaded on request", async () => {
  const { page, stage, product } = journey;
  const id = await raise("Much discussed");
  const at = Date.now() - 1_000_000;
  await product.orm.em.fork().insertMany(
    FindingComment,
    Array.from({ length: 203 }, (_, i) => {
      const createdAt = new Date(at + i * 1_000);
      return { id: newId(), finding: id, author: stage.auditor.id, text: `Remark ${i}.`, createdAt };
    }),
  );
  await journey.comeIn(stage.manager.email, `/projects/${stage.projectId}/findings?finding=${id}`);
  const panel = page.getByRole("dialog", { name: "Much discussed" });
  await panel.getByText("Remark 202.").waitFor();
  const shown = () => panel.getByText(/^Remark \d+\.$/).allTextContents();
  expect(await shown()).toHaveLength(100);
  await panel.getByRole("button", { name: "103 older comments" }).click();
  await panel.getByRole("button", { name: "3 older comments" }).click();
  await panel.getByText("Remark 0.").waitFor();
  expect(await shown()).toEqual(Array.from({ length: 203 }, (_, i) => `Remark ${i}.`));
  await panel.getByRole("group", { name: "Comments" }).and(page.locator(":focus")).waitFor();
});
