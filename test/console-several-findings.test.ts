import { describe, expect, test } from "@jest/globals";
import { Finding } from "../domain/findings/finding.entity.ts";
import { enter, setUpDeskJourneys } from "./support/console-visit.ts";

const journey = setUpDeskJourneys();

const path = () => `/projects/${journey.stage.projectId}/findings?q=Scanned`;
async function raise(count: number, titleOf = (n: number) => `Scanned ${n}`): Promise<string[]> {
  const { stage } = journey;
  const ids: string[] = [];
  for (let n = 1; n <= count; n++) {
    const body = { project_id: stage.projectId, title: titleOf(n), severity: "Medium" };
    ids.push((await stage.auditor.send("POST", "/api/findings", body)).data.id);
  }
  return ids;
}
const read = async (id: string) => (await journey.stage.manager.get(`/api/findings/${id}`)).data;
const readAll = (ids: readonly string[]) => Promise.all(ids.map(read));

describe("several findings", () => {
  test("are assigned in one change, which is undone in one step, and then closed with one reason", async () => {
    const { page, stage, comeIn } = journey;
    const ids = await raise(3);
    await comeIn(stage.manager.email, path());
    await page.getByRole("checkbox", { name: "Select Scanned 1" }).check();
    await page.getByRole("checkbox", { name: "Select Scanned 3" }).click({ modifiers: ["Shift"] });
    const bulk = page.getByRole("region", { name: "Change the selected findings" });
    await bulk.getByText("3 findings selected").waitFor();
    await bulk.getByRole("combobox", { name: "Assign to" }).click();
    await page.getByRole("option", { name: "Casey Customer" }).click();
    await page.getByText("3 findings were changed").waitFor();
    expect((await readAll(ids)).map(({ assigned_to: to }) => to?.name)).toEqual(
      ids.map(() => "Casey Customer"),
    );
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("The change was undone").waitFor();
    expect((await readAll(ids)).map(({ assigned_to: to }) => to)).toEqual([null, null, null]);

    await page.getByRole("checkbox", { name: "Select all findings of this page" }).check();
    await bulk.getByRole("combobox", { name: "Set status" }).click();
    await page.getByRole("option", { name: "False positive" }).click();
    await bulk.getByRole("textbox", { name: "False positive: why?" }).fill("Closed from outside");
    await bulk.getByRole("button", { name: "False positive" }).click();
    await page.getByText("3 findings were changed").last().waitFor();
    expect((await readAll(ids)).map(({ status, status_reason: why }) => [status, why])).toEqual(
      ids.map(() => ["false-positive", "Closed from outside"]),
    );
    await bulk.waitFor({ state: "hidden" });
  });

  test("show what a change of them would replace, and have their status and own due dates again after it", async () => {
    const { page, stage, comeIn } = journey;
    const ids = await raise(3, (n) => `Overwritten ${n}`);
    const due = "2100-01-31T12:00:00.000Z";
    const [first, second] = ids;
    await stage.auditor.send("PATCH", `/api/findings/${first}`, { assigned_to: stage.customer.id });
    await stage.auditor.send("PATCH", `/api/findings/${second}`, {
      assigned_to: stage.manager.id,
      due_date: due,
    });
    const before = await readAll(ids);
    await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings?q=Overwritten`);
    const bulk = page.getByRole("region", { name: "Change the selected findings" });
    const undo = async () => {
      await page.getByText("3 findings were changed").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("The change was undone").waitFor();
    };
    await page.getByRole("checkbox", { name: "Select all findings of this page" }).check();
    await bulk
      .getByText("1 of 3 is assigned to someone else · 1 of 3 has a due date that someone set")
      .waitFor();
    await bulk.getByLabel("Due").fill("2099-12-31");
    await bulk.getByRole("button", { name: "Set due date" }).click();
    await undo();
    await page.getByRole("checkbox", { name: "Select all findings of this page" }).check();
    await bulk.getByRole("combobox", { name: "Set status" }).click();
    await page.getByRole("option", { name: "In progress" }).click();
    await undo();
    const factsOf = ({ status, due_date: at }: (typeof before)[number]) => [status, at];
    expect((await readAll(ids)).map(factsOf)).toEqual(before.map(factsOf));
    // Still by its severity.
    await stage.auditor.send("PATCH", `/api/findings/${first}`, { severity: "Critical" });
    expect((await read(first!)).due_date).not.toBe(before[0]!.due_date);
  });

  test("offer no undo to who may bring a date forward, but not put it back", async () => {
    const { page, stage, comeIn } = journey;
    await raise(2, (n) => `Hurried ${n}`);
    await comeIn(stage.customer.email, `/projects/${stage.projectId}/findings?q=Hurried`);
    await page.getByRole("checkbox", { name: "Select all findings of this page" }).check();
    const bulk = page.getByRole("region", { name: "Change the selected findings" });
    // Dates by severity cannot be removed.
    const set = bulk.getByRole("button", { name: "Set due date" });
    await set.and(page.locator(":disabled")).waitFor();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await bulk.getByLabel("Due").fill(tomorrow);
    await set.click();
    await page.getByText("2 findings were changed").waitFor();
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  });

  test("stay selected with a reason, if one of them cannot be changed", async () => {
    const { page, stage, comeIn } = journey;
    const [first, other] = await raise(2);
    await comeIn(stage.manager.email, `${path()}&status=open`);
    await page.getByRole("checkbox", { name: "Select all findings of this page" }).check();
    const bulk = page.getByRole("region", { name: "Change the selected findings" });
    const reason = "Not reachable";
    await stage.manager.send("PATCH", `/api/findings/${other}`, { status: "false-positive", reason });
    await bulk.getByRole("combobox", { name: "Set status" }).click();
    await page.getByRole("option", { name: "In progress" }).click();
    await bulk.getByRole("alert").getByText("Scanned 2").waitFor();
    await bulk.getByText("2 findings selected").waitFor();
    expect((await read(first!)).status).toBe("open");
  });

  test("that someone else has changed since their selection are shown before they change", async () => {
    const { page, stage, comeIn } = journey;
    const ids = await raise(2, (n) => `Contested ${n}`);
    const [first, second] = ids;
    await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings?q=Contested&status=open`);
    await page.getByRole("checkbox", { name: "Select all findings of this page" }).check();
    const bulk = page.getByRole("region", { name: "Change the selected findings" });
    await stage.manager.send("PATCH", `/api/findings/${second}`, {
      assigned_to: stage.customer.id,
      status: "in-progress",
    });
    const assign = async (name: string) => {
      await bulk.getByRole("combobox", { name: "Assign to" }).click();
      await page.getByRole("option", { name }).click();
    };
    await page.getByRole("row", { name: /Contested 2/ }).waitFor({ state: "detached" });
    await assign("Morgan Manager");
    const theirs = bulk.getByRole("region", { name: "Contested 2" });
    await theirs.getByText(/In progress, Casey Customer/).waitFor();
    await theirs.getByText("Morgan Manager").waitFor();
    expect(await bulk.getByRole("region", { name: "Contested 1" }).count()).toBe(0);
    expect((await read(first!)).assigned_to).toBeNull();
    await bulk.getByRole("button", { name: "Use your change" }).click();
    await page.getByText("2 findings were changed").waitFor();
    expect((await readAll(ids)).map(({ assigned_to: to }) => to?.name)).toEqual([
      "Morgan Manager",
      "Morgan Manager",
    ]);
    // An undo does not replace what others did after the change.
    await stage.auditor.send("PATCH", `/api/findings/${second}`, { assigned_to: stage.customer.id });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Someone else has changed this").waitFor();
    expect((await readAll(ids)).map(({ assigned_to: to }) => to?.name)).toEqual([
      "Morgan Manager",
      "Casey Customer",
    ]);
  });

  test("that were only reported again since their selection are changed at once", async () => {
    const { page, product, stage, comeIn } = journey;
    const ids = await raise(2, (n) => `Reported ${n}`);
    await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings?q=Reported`);
    await page.getByRole("checkbox", { name: "Select all findings of this page" }).check();
    const at = { updatedAt: new Date(Date.now() + 1_000) };
    await product.orm.em.fork().nativeUpdate(Finding, { id: ids }, at);
    await page.getByRole("combobox", { name: "Assign to" }).click();
    await page.getByRole("option", { name: "Casey Customer" }).click();
    await page.getByText("2 findings were changed").waitFor();
  });

  test.each([
    ["manager", "Dieser Statuswechsel ist nicht möglich"],
    ["customer", "Diesen Statuswechsel dürfen Sie nicht vornehmen"],
  ] as const)("in German, the refusal for the %s names the finding", async (role, sentence) => {
    const { stage, open } = journey;
    const [, other] = await raise(2, (n) => `Found for the ${role} ${n}`);
    const visit = await open({ locale: "de-DE" });
    const path = `/projects/${stage.projectId}/findings?q=Found%20for%20the%20${role}`;
    await enter(visit, stage[role].email, path);
    const { page } = visit;
    await page.getByRole("checkbox", { name: "Alle Feststellungen dieser Seite auswählen" }).check();
    const body = { status: "false-positive", reason: "Not reachable" };
    await stage.auditor.send("PATCH", `/api/findings/${other}`, body);
    const bulk = page.getByRole("region", { name: "Ausgewählte Feststellungen ändern" });
    await bulk.getByRole("combobox", { name: "Status setzen" }).click();
    await page.getByRole("option", { name: "In Arbeit" }).click();
    await bulk.getByRole("button", { name: "Ihre Änderung übernehmen" }).click();
    const alert = bulk.getByRole("alert");
    await alert.getByText(`Found for the ${role} 2: ${sentence}`).waitFor();
    expect(await alert.locator("[lang=en]").count()).toBe(0);
  });

  test("more than a hundred are changed in batches; those of a refused batch stay selected", async () => {
    const { page, stage, comeIn } = journey;
    const ids = await raise(105, (n) => `Counted ${String(n).padStart(3, "0")}`);
    const reason = "Not reachable";
    await comeIn(stage.manager.email, `/projects/${stage.projectId}/findings?q=Counted&sort=title`);
    for (const first of ["001", "026", "051", "076", "101"]) {
      await page.getByRole("row", { name: new RegExp(`Counted ${first}`) }).waitFor();
      await page.getByRole("checkbox", { name: "Select all findings of this page" }).check();
      if (first !== "101") await page.getByRole("button", { name: "Next page" }).click();
    }
    await page.getByRole("button", { name: "1", exact: true }).click();
    await page.getByRole("row", { name: /Counted 001/ }).waitFor();
    await stage.manager.send("PATCH", `/api/findings/${ids[104]}`, { status: "false-positive", reason });
    const bulk = page.getByRole("region", { name: "Change the selected findings" });
    await bulk.getByText("105 findings selected").waitFor();
    await bulk.getByRole("combobox", { name: "Set status" }).click();
    await page.getByRole("option", { name: "In progress" }).click();
    await bulk.getByText("100 of 105 findings were changed, then a change was refused.").waitFor();
    await bulk.getByRole("alert").getByText("Counted 105").waitFor();
    await bulk.getByText("5 findings selected", { exact: true }).waitFor();
    expect((await read(ids[99]!)).status).toBe("in-progress");
    expect((await read(ids[100]!)).status).toBe("open");
  });
});
