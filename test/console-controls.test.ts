import { expect, test } from "@jest/globals";
import { enter, isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { waitFor } from "./support/wait-for.ts";

const journey = setUpDeskJourneys();

const pathOf = (search = "") => `/projects/${journey.stage.projectId}/controls${search}`;
const controlOf = async (number: string) =>
  (await journey.stage.manager.get(`/api/v1/projects/${journey.stage.projectId}/controls/${number}`)).data;

/** Chooses controls in the table, and returns the part of the page that changes them. */
async function choose(...names: string[]) {
  const { page } = journey;
  for (const name of names) {
    const box = page.getByRole("checkbox", { name, exact: true });
    await page.getByRole("row").nth(1).waitFor();
    // Rows far below are rendered once they are near the window.
    while ((await box.count()) === 0) await page.mouse.wheel(0, 300);
    await box.check();
  }
  return page.getByRole("region", { name: "Change the selected controls" });
}

test("several controls get an owner in one change, which is undone in one step", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, pathOf());
  const bulk = await choose("Select all of Control activities", "CC4.1");
  await bulk.getByText("4 controls selected").waitFor();
  await bulk.getByRole("combobox", { name: "Assign owner" }).click();
  await page.getByRole("option", { name: "Casey Customer" }).click();
  await page.getByText("4 controls were changed").waitFor();
  await page.getByRole("row", { name: /CC5\.2.*Casey Customer/ }).waitFor();
  await page.getByRole("combobox", { name: "Owner" }).click();
  await page.getByRole("option", { name: "Casey Customer" }).click();
  await page.getByText("4 of 61").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The change was undone").waitFor();
  expect(await isShown(page.getByText("0 of 61"))).toBe(true);
  expect((await controlOf("CC5.2")).owner_id).toBeNull();
});

test("controls get a due date, are found by it, and wait on the start page of their owner", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, pathOf());
  const bulk = await choose("CC1.1", "CC1.2");
  await bulk.getByLabel("Due").fill("2020-01-31");
  await bulk.getByRole("button", { name: "Set due date" }).click();
  await page.getByText("2 controls were changed").waitFor();
  await page.goto(pathOf("?due=overdue&control=CC1.2"));
  await page.getByText("2 of 61").waitFor();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Due").fill("2100-12-31");
  await panel.getByRole("button", { name: "Save" }).click();
  await page.getByText("The due date was changed").waitFor();
  await page.getByText("1 of 61").waitFor();
  expect((await controlOf("CC1.2")).due_date).toMatch(/^2100-12-31T/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("2 of 61").waitFor();
  const path = `/api/v1/projects/${stage.projectId}/controls`;
  await stage.manager.send("PUT", `${path}/CC1.1`, { owner_id: stage.customer.id });
  await comeIn(stage.customer.email, "/");
  await page.getByRole("link", { name: /^CC1\.1/ }).click();
  await page.waitForURL(/controls\?control=CC1\.1/);
  for (const number of ["CC1.1", "CC1.2"])
    await stage.manager.send("PUT", `${path}/${number}`, { due_date: null, owner_id: null });
});

test("all controls get an owner by keyboard, who is not the auditor", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, pathOf());
  const bulk = await choose("Select all controls");
  await bulk.getByText("61 controls selected").waitFor();
  const owner = bulk.getByRole("combobox", { name: "Assign owner" });
  await owner.click();
  await page.getByRole("option", { name: "Casey Customer" }).waitFor();
  expect(await page.getByRole("option", { name: "Audrey Auditor" }).count()).toBe(0);
  await owner.fill("casey");
  await page.keyboard.press("Enter");
  await page.getByText("61 controls were changed").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await isShown(page.getByText("The change was undone"))).toBe(true);
});

test("Shift chooses all controls between two boxes, in the order of the table, and Shift again none of them", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, pathOf("?sort=title&order=desc"));
  const box = (at: number) => page.getByRole("row").nth(at).getByRole("checkbox");
  await box(2).check();
  await box(5).click({ modifiers: ["Shift"] });
  await page.getByText("4 controls selected").waitFor();
  for (const at of [2, 3, 4, 5]) expect(await box(at).isChecked()).toBe(true);
  expect(await page.evaluate("String(getSelection())")).toBe("");
  await box(3).click({ modifiers: ["Shift"] });
  await page.getByText("1 control selected").waitFor();
  expect(await box(2).isChecked()).toBe(true);
});

test("the headings of the table stay in view below the bar of the selection, however high it is", async () => {
  const { page, stage, comeIn } = journey;
  await page.setViewportSize({ width: 360, height: 800 });
  await comeIn(stage.manager.email, pathOf());
  const bulk = await choose("CC1.1", "CC1.2");
  await bulk.getByRole("button", { name: "Mark as not applicable" }).click();
  await bulk.getByRole("textbox", { name: "Why do they not apply?" }).waitFor();
  const heading = page.getByRole("columnheader", { name: "Control", exact: true });
  await waitFor(
    async () => {
      await page.mouse.wheel(0, 300);
      const [bar, below] = [await bulk.boundingBox(), await heading.boundingBox()];
      return below!.y - (bar!.y + bar!.height);
    },
    (distance) => Math.abs(distance) <= 1,
  );
});

test("controls become not applicable with a reason, which survives a reload, and then applicable again", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, pathOf());
  let bulk = await choose("CC6.4", "CC6.5");
  await bulk.getByRole("button", { name: "Mark as not applicable" }).click();
  await bulk.getByRole("textbox", { name: "Why do they not apply?" }).fill("Example Cloud has no offices");
  await page.reload();
  bulk = await choose("CC6.4", "CC6.5");
  await bulk.getByRole("button", { name: "Mark as not applicable" }).click();
  await bulk.getByRole("button", { name: "Mark as not applicable", exact: true }).click();
  await page.getByText("2 controls were changed").waitFor();
  const { not_applicable: isOut, justification } = await controlOf("CC6.4");
  expect([isOut, justification]).toEqual([true, "Example Cloud has no offices"]);
  await page.goto(pathOf("?view=board"));
  const column = page.getByRole("region", { name: "Does not apply", exact: true });
  await column.getByRole("link", { name: /CC6\.4/ }).waitFor();
  await page.getByText("Table", { exact: true }).click();
  bulk = await choose("CC6.4", "CC6.5");
  await bulk.getByRole("button", { name: "Mark as applicable" }).click();
  await page.getByText("2 controls were changed").waitFor();
  expect((await controlOf("CC6.4")).not_applicable).toBe(false);
});

test("a change that the customer proposed is confirmed or declined beside the table", async () => {
  const { page, stage, comeIn } = journey;
  const path = `/api/v1/projects/${stage.projectId}/controls`;
  const proposal = { not_applicable: true, justification: "There is no server room" };
  for (const number of ["CC6.4", "CC6.5"])
    await stage.customer.send("PUT", `${path}/${number}`, { ...proposal, reason: "All is in the cloud" });
  await comeIn(stage.auditor.email, pathOf());
  await page
    .getByRole("row", { name: /^CC6\.4.*Proposed change/ })
    .getByRole("link")
    .click();
  const proposed = page.getByRole("region", { name: "Proposed change" });
  await proposed.getByText("There is no server room").waitFor();
  await proposed.getByText("Casey Customer").waitFor();
  expect(await proposed.getByRole("button", { name: "Decline" }).isDisabled()).toBe(true);
  await proposed.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("The change was confirmed").waitFor();
  expect(await controlOf("CC6.4")).toMatchObject({ not_applicable: true, pending_change: null });
  await page.goto(pathOf("?control=CC6.5"));
  await proposed.getByRole("textbox", { name: "Note" }).fill("Disks are wiped on site");
  await proposed.getByRole("button", { name: "Decline" }).click();
  await page.getByText("The change was declined").waitFor();
  expect(await controlOf("CC6.5")).toMatchObject({ not_applicable: false, pending_change: null });
  await stage.manager.send("PUT", `${path}/CC6.4`, { not_applicable: false });
});

test("if two users assign an owner to a control, the second sees both names and decides", async () => {
  const { page, visit, stage, comeIn } = journey;
  await visit.context.route("**/api/v1/events/stream*", (route) => route.abort());
  await comeIn(stage.manager.email, pathOf("?control=CC7.1"));
  const panel = page.getByRole("dialog");
  const owner = panel.getByRole("combobox", { name: "Owner" });
  await owner.and(page.locator(":enabled")).waitFor();
  const path = `/api/v1/projects/${stage.projectId}/controls/CC7.1`;
  await stage.customer.send("PUT", path, { owner_id: stage.customer.id });
  await owner.click();
  await page.getByRole("option", { name: "Morgan Manager" }).click();
  const conflict = panel.getByRole("alert");
  await conflict.getByText("Casey Customer").waitFor();
  await conflict.getByText("Morgan Manager").waitFor();
  await conflict.getByRole("button", { name: "Use your change" }).click();
  await page.getByRole("row", { name: /CC7\.1.*Morgan Manager/ }).waitFor();
  expect((await controlOf("CC7.1")).owner_id).toBe(stage.manager.id);
});

test("controls that another user changed after their selection are shown before they change", async () => {
  const { page, visit, stage, comeIn } = journey;
  await visit.context.route("**/api/v1/events/stream*", (route) => route.abort());
  await comeIn(stage.manager.email, pathOf());
  const bulk = await choose("CC8.1", "CC9.1");
  const path = `/api/v1/projects/${stage.projectId}/controls/CC9.1`;
  await stage.customer.send("PUT", path, { owner_id: stage.customer.id });
  await bulk.getByRole("combobox", { name: "Assign owner" }).click();
  await page.getByRole("option", { name: "Morgan Manager" }).click();
  const conflict = bulk.getByRole("alert");
  await conflict
    .getByRole("region", { name: /^CC9\.1/ })
    .getByText("Casey Customer")
    .waitFor();
  expect((await controlOf("CC8.1")).owner_id).toBeNull();
  await conflict.getByRole("button", { name: "Keep theirs" }).click();
  await bulk.waitFor({ state: "detached" });
  expect((await controlOf("CC9.1")).owner_id).toBe(stage.customer.id);
});

test("a control shows its findings and similar controls, and an auditor cannot change it", async () => {
  const { page, product, stage, comeIn } = journey;
  const admin = await product.signIn("admin");
  const { data: similar } = await admin.send("POST", "/api/v1/projects", {
    name: "Example Cloud: ISO 27001",
    framework: "iso27001",
    customer_id: stage.customer.id,
    auditor_id: stage.auditor.id,
  });
  const body = {
    project_id: stage.projectId,
    control_id: "CC6.1",
    title: "Shared account",
    severity: "High",
  };
  await stage.auditor.send("POST", "/api/findings", body);
  await comeIn(stage.auditor.email, pathOf("?control=CC6.1"));
  const panel = page.getByRole("dialog");
  await panel.getByRole("heading", { name: "Similar controls" }).waitFor();
  const link = panel.getByRole("listitem").filter({ hasText: "A.5.15" }).getByRole("link");
  expect(await link.getAttribute("href")).toBe(`/projects/${similar.id}/controls?control=A.5.15`);
  expect(await page.getByRole("checkbox").count()).toBe(0);
  await panel.getByRole("link", { name: "Shared account" }).click();
  expect(await isShown(page.getByRole("dialog").getByText("Shared account"))).toBe(true);
});

test("arrow keys go through the whole table, of which only a part is rendered, below its category", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.auditor.email, pathOf());
  const first = page.getByRole("row", { name: /^CC1\.1/ });
  await first.getByRole("link").focus();
  const focused = page.getByRole("row").filter({ has: page.locator("a:focus") });
  await page.keyboard.press("ArrowDown");
  await focused.getByText("CC1.2").waitFor();
  const { projectId, auditor } = stage;
  const listed = await auditor.get(`/api/v1/compliance/controls?project_id=${projectId}&limit=100`);
  const last = listed.data.controls.at(-1)!;
  await page.keyboard.press("End");
  await focused.getByText(last.number, { exact: true }).waitFor();
  await first.waitFor({ state: "detached" });
  const head = page.getByRole("columnheader", { name: last.category, exact: true });
  expect((await head.boundingBox())!.y).toBeLessThan((await focused.boundingBox())!.y);
  await page.keyboard.press("PageUp");
  await page.keyboard.press("Home");
  await focused.getByText("CC1.1").waitFor();
  expect(await isShown(first)).toBe(true);
});

test("an undo stays while the pointer or the focus is on it", async () => {
  const { stage, open } = journey;
  const visit = await open();
  const { page } = visit;
  await page.clock.install();
  await enter(visit, stage.manager.email, pathOf("?control=CC1.1"));
  const panel = page.getByRole("dialog");
  await panel.getByRole("combobox", { name: "Owner" }).click();
  await page.getByRole("option", { name: "Casey Customer" }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.hover();
  await page.clock.fastForward(30_000);
  expect(await isShown(undo)).toBe(true);
  await undo.focus();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(30_000);
  expect(await isShown(undo)).toBe(true);
  await undo.blur();
  await page.clock.fastForward(30_000);
  await undo.waitFor({ state: "detached" });
});

test("a control is marked as not applicable beside the list, with a reason, and its history names the change", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, `/projects/${stage.projectId}/controls?control=CC1.2`);
  const panel = page.getByRole("dialog", { name: /^CC1\.2/ });
  await panel.getByRole("button", { name: "Mark as not applicable…" }).click();
  const send = panel.getByRole("button", { name: "Mark as not applicable", exact: true });
  expect(await send.isDisabled()).toBe(true);
  await panel.getByLabel("Why does it not apply?").fill("There is no board");
  await send.click();
  await panel.getByText("There is no board").waitFor();
  await panel.getByText(/^Morgan Manager changed it: .*applicability/).waitFor();
  const path = `/api/v1/projects/${stage.projectId}/controls/CC1.2` as const;
  expect((await stage.manager.get(path)).data).toMatchObject({
    not_applicable: true,
    justification: "There is no board",
  });
  await panel.getByRole("button", { name: "Mark as applicable" }).click();
  await waitFor(
    async () => (await stage.manager.get(path)).data,
    ({ not_applicable: isOut }) => !isOut,
  );
  expect(await isShown(panel.getByRole("button", { name: "Mark as not applicable…" }))).toBe(true);
});
