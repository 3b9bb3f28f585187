import { expect, test } from "@jest/globals";
import { Evidence } from "../domain/evidence/evidence.entity.ts";
import { pdfOf } from "./support/console-stage.ts";
import { isShown, setUpEvidenceJourneys } from "./support/console-visit.ts";

const journey = setUpEvidenceJourneys();

const statusOf = async (title: string): Promise<unknown> => {
  const { stage } = journey;
  return (await stage.customer.get(`/api/v1/evidence/${stage.evidence.get(title)}`)).data;
};

test("several pieces are approved by keyboard with one reason, each with its own outcome, and undone", async () => {
  const { page, visit, stage, comeIn } = journey;
  const own = { project_id: stage.projectId, control_id: "CC1.1", title: "By the manager" };
  await stage.manager.upload({ name: "Own.pdf", bytes: await pdfOf("By the manager") }, own);
  // The auditor is a moment faster with one of them.
  await visit.context.route(
    "**/evidence/review",
    async (route) => {
      const path = `/api/v1/evidence/${stage.evidence.get("Incident plan")}/review`;
      await stage.auditor.send("POST", path, { decision: "approve" });
      await route.continue();
    },
    { times: 1 },
  );
  await comeIn(stage.manager.email, "/review");
  const box = (title: string) => page.getByRole("checkbox", { name: `Select ${title}` });
  await box("Access review").and(page.locator(":enabled")).waitFor();
  expect(await box("By the manager").isDisabled()).toBe(true);
  await page.getByText("Without 1 that others must decide on").waitFor();
  await page.getByRole("listitem").filter({ hasText: "By the manager" }).getByText("CC1.1").waitFor();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByText("2 selected", { exact: true }).waitFor();
  await page.keyboard.press("Shift+A");
  await page.getByRole("textbox", { name: "Why are they approved?" }).fill("Seen with the owner");
  await page.keyboard.press("Control+Enter");
  const outcomes = page.getByRole("region", { name: "Approved 1 of 2" });
  const refused = outcomes.getByRole("listitem").filter({ hasText: "Incident plan" });
  await refused.getByText("Not decided").waitFor();
  expect(await statusOf("Access review")).toMatchObject({
    status: "approved",
    review_note: "Seen with the owner",
  });
  await outcomes.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Pending again: 1 piece of evidence").waitFor();
  await box("Access review").waitFor();
  expect(await statusOf("Access review")).toMatchObject({ status: "pending" });
});

test("after a decision the next piece of evidence is shown, not the first; Shift chooses those between two boxes", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, `/review?evidence=${stage.evidence.get("Alarm panel")}`);
  const current = page.getByRole("list", { name: "Waiting for review" }).locator("li[aria-current=true]");
  const box = (title: string) => page.getByRole("checkbox", { name: `Select ${title}` });
  await box("Vendor register").and(page.locator(":enabled")).check();
  await box("Access review").click({ modifiers: ["Shift"] });
  await page.getByText("3 selected", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await current.filter({ hasText: "Alarm panel" }).waitFor();
  await page.getByRole("button", { name: /^Approve/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Approved: Alarm panel").waitFor();
  // Not the button: a key that is held must not approve it unseen.
  await current
    .filter({ hasText: "Vendor register" })
    .getByRole("link")
    .and(page.locator(":focus"))
    .waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Pending again: Alarm panel").waitFor();
  expect(await isShown(box("Alarm panel"))).toBe(true);
});

test("all are rejected with a reason that survives a reload; own uploads are not among them", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.manager.email, "/review");
  const box = page.getByRole("checkbox", { name: "Select Alarm panel" }).and(page.locator(":enabled"));
  await box.check();
  await page.keyboard.press("Shift+R");
  const reason = page.getByRole("textbox", { name: "Why are they rejected?" });
  await reason.fill("They name no owner");
  await page.reload();
  await box.waitFor();
  await page.keyboard.press("Shift+X");
  const chosen = page.getByRole("region", { name: "Decide on the selected evidence" });
  await chosen.getByRole("button", { name: "Reject…" }).click();
  expect(await reason.inputValue()).toBe("They name no owner");
  await page.getByRole("button", { name: "Reject 3" }).click();
  await page.getByRole("region", { name: "Rejected 3 of 3" }).waitFor();
  expect(await isShown(page.getByRole("link", { name: /By the manager/ }))).toBe(true);
  for (const title of ["Access review", "Alarm panel", "Vendor register"])
    expect(await statusOf(title)).toMatchObject({ status: "rejected", review_note: "They name no owner" });
});

test("the evidence of the address is shown, although the list ends before it", async () => {
  const { page, visit, stage, comeIn } = journey;
  // As with more than 100 older pieces.
  await visit.context.route("**/api/v1/evidence?**", async (route) => {
    const url = new URL(route.request().url());
    if (url.searchParams.get("status") === "pending") url.searchParams.set("limit", "1");
    await route.continue({ url: url.href });
  });
  for (const title of ["The older one", "The newest"])
    await stage.customer.upload(
      { name: `${title}.pdf`, bytes: await pdfOf(title) },
      { project_id: stage.projectId, control_id: "CC1.1", title },
    );
  const { data: waiting } = await stage.manager.get(
    "/api/v1/evidence?status=pending&sort=uploaded_at&order=asc",
  );
  const [{ title: oldest }, { id, title }] = [waiting.evidence[0]!, waiting.evidence.at(-1)!];
  await comeIn(stage.auditor.email, `/review?evidence=${id}`);
  const rows = page.getByRole("list", { name: "Waiting for review" }).getByRole("listitem");
  await rows.and(page.locator("[aria-current=true]")).filter({ hasText: title }).waitFor();
  expect(await rows.count()).toBe(2);
  await page.keyboard.press("a");
  await page.getByText(`Approved: ${title}`).waitFor();
  await rows.and(page.locator("[aria-current=true]")).filter({ hasText: oldest }).waitFor();
  expect((await stage.manager.get(`/api/v1/evidence/${id}`)).data.status).toBe("approved");
});

test("the inbox does not let uploaders decide on their own evidence", async () => {
  const { page, stage, comeIn } = journey;
  const bytes = await pdfOf("By the manager");
  const { data } = await stage.manager.upload(
    { name: "Own.pdf", bytes },
    { project_id: stage.projectId, control_id: "CC1.1", title: "By the manager" },
  );
  await comeIn(stage.manager.email, `/review?evidence=${data.id}`);
  await page.getByText("You uploaded it, so someone else must decide").waitFor();
  expect(await page.getByRole("button", { name: "Approve" }).isDisabled()).toBe(true);
  await page.keyboard.press("a");
  expect((await stage.manager.get(`/api/v1/evidence/${data.id}`)).data.status).toBe("pending");
});

test("no key decides below a dialog, or from a button of the form for a reason", async () => {
  const { page, stage, comeIn } = journey;
  const title = "Below a dialog";
  const fields = { project_id: stage.projectId, control_id: "CC1.1", title };
  const { data } = await stage.customer.upload({ name: "Below.pdf", bytes: await pdfOf(title) }, fields);
  await comeIn(stage.manager.email, `/review?evidence=${data.id}`);
  const approve = page.getByRole("button", { name: /^Approve/ }).and(page.locator(":enabled"));
  await approve.waitFor();
  await page.keyboard.press("Shift+?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("a");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor({ state: "detached" });
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Cancel" }).focus();
  await page.keyboard.press("a");
  await page.getByRole("button", { name: "Cancel" }).click();
  await approve.waitFor();
  expect((await stage.manager.get(`/api/v1/evidence/${data.id}`)).data.status).toBe("pending");
});

test("Escape in the form for a reason returns to the button, and the list of keys opens from there", async () => {
  const { page, stage, comeIn } = journey;
  const fields = { project_id: stage.projectId, control_id: "CC1.1", title: "Left with Escape" };
  const { data } = await stage.customer.upload({ name: "Left.pdf", bytes: await pdfOf("Left") }, fields);
  await comeIn(stage.manager.email, `/review?evidence=${data.id}`);
  const reject = page.getByRole("button", { name: /^Reject/ }).and(page.locator(":enabled"));
  await reject.waitFor();
  await page.keyboard.press("r");
  await page
    .getByRole("textbox", { name: /reason|why/i })
    .and(page.locator(":focus"))
    .waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await reject.and(page.locator(":focus")).waitFor();
});

test("the focus of the last decision is taken by what says that none is left", async () => {
  const { page, stage, comeIn } = journey;
  const { data } = await stage.manager.get("/api/v1/evidence?status=pending&limit=100");
  for (const { id } of data.evidence.slice(1))
    await stage.auditor.send("POST", `/api/v1/evidence/${id}/review`, { decision: "approve" });
  await comeIn(stage.auditor.email, "/review");
  const approve = page.getByRole("button", { name: /^Approve/ }).and(page.locator(":enabled"));
  await approve.focus();
  await page.keyboard.press("Enter");
  const none = page.getByText("Nothing to review");
  await none.waitFor();
  expect(await page.locator(":focus").filter({ has: none }).count()).toBe(1);
});

test("of several pieces, the screen says why some were not approved, and those that still can be stay selected", async () => {
  const { page, visit, stage, product, comeIn } = journey;
  const ids = new Map<string, string>();
  for (const title of ["Decided faster", "Deleted by now", "Now my own", "Unreadable scan", "Good plan"]) {
    const fields = { project_id: stage.projectId, control_id: "CC1.2", title };
    const file = { name: `${title}.pdf`, bytes: await pdfOf(title) };
    ids.set(title, (await stage.customer.upload(file, fields)).data.id);
  }
  const em = product.orm.em.fork();
  const unread = { chunkingStatus: "FAILED" } as const;
  await em.nativeUpdate(Evidence, { id: ids.get("Unreadable scan")! }, unread);
  await visit.context.route(
    "**/evidence/review",
    async (route) => {
      const path = (title: string) => `/api/v1/evidence/${ids.get(title)}`;
      await stage.auditor.send("POST", `${path("Decided faster")}/review`, { decision: "approve" });
      await stage.customer.send("DELETE", path("Deleted by now"));
      await em.nativeUpdate(Evidence, { id: ids.get("Now my own")! }, { uploadedBy: stage.manager.id });
      await route.continue();
    },
    { times: 1 },
  );
  await comeIn(stage.manager.email, "/review");
  for (const title of ids.keys())
    await page
      .getByRole("checkbox", { name: `Select ${title}` })
      .and(page.locator(":enabled"))
      .check();
  await page.keyboard.press("Shift+A");
  await page.getByRole("button", { name: "Approve 5" }).click();
  const outcomes = page.getByRole("region", { name: "Approved 1 of 5" });
  const why = async (title: string) =>
    (await outcomes.getByRole("listitem").filter({ hasText: title }).textContent())!.replace(title, "");
  await outcomes.waitFor();
  expect(await Promise.all([...ids.keys()].map(why))).toEqual([
    expect.stringMatching(/^Not decidedOnly pending evidence can be reviewed; this one is approved/),
    "Not decidedIt is no longer in the project",
    "Not decidedYou cannot review your own upload: ask someone else",
    "Not decidedIts file could not be read: give a reason to approve it",
    "Approved",
  ]);
  await page.getByText("1 selected", { exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Why are they approved?" }).fill("Seen on paper");
  await page.getByRole("button", { name: "Approve 1" }).click();
  await page.getByRole("region", { name: "Approved 1 of 1" }).waitFor();
});
