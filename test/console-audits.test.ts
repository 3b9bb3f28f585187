import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Report } from "../domain/reports/report.entity.ts";
import { newId } from "../platform/ids.ts";
import { isShown, setUpEvidenceJourneys } from "./support/console-visit.ts";
import { waitFor } from "./support/wait-for.ts";

const journey = setUpEvidenceJourneys({ parts: ["worker"] });

test("an auditor accepts evidence, withdraws the acceptance, requests more, and verifies the files", async () => {
  const { page, stage, beside, comeIn: signIn } = journey;
  const id = stage.evidence.get("Vendor register")!;
  const approved = await stage.manager.send("POST", `/api/v1/evidence/${id}/review`, {
    decision: "approve",
  });
  expect(approved.status).toBe(200);
  await signIn(stage.auditor.email, "/audits");
  await page.getByLabel("Find a project").fill("no such audit");
  await page.getByText("No project matches").waitFor();
  await page.getByLabel("Find a project").fill("example");
  await page.getByRole("main").getByRole("link", { name: "Example Cloud: SOC 2" }).click();
  await page.getByRole("button", { name: "Accept: Vendor register" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Nothing here").waitFor();
  // The row with the focus has left.
  await page.getByRole("group", { name: "To decide" }).and(page.locator(":focus")).waitFor();
  await page.getByRole("button", { name: "Check the files" }).click();
  await page.getByText("1 file is unchanged").waitFor();
  await page.getByRole("button", { name: "Verify the audit log" }).click();
  await page.getByText(/^Nothing was altered or removed: \d+ entries verified$/).waitFor();
  await page.getByLabel("What is missing?").fill("The list of leavers of Q3");
  await page.getByRole("button", { name: "Send the request" }).click();
  await page.getByRole("link", { name: "The list of leavers of Q3" }).waitFor();
  const customer = await beside(stage.customer.email);
  await customer.page.getByRole("link", { name: "The list of leavers of Q3" }).waitFor();
  await customer.page.getByRole("button", { name: /^Notifications/ }).click();
  await customer.page.getByRole("dialog").getByText("The list of leavers of Q3").waitFor();
  const { data } = await stage.auditor.get(`/api/v1/evidence/${id}`);
  expect(data).toMatchObject({ status: "approved", acceptance: "accepted" });
  await page.getByText("Accepted (1)", { exact: true }).click();
  await page.getByText("Audrey Auditor accepted it", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Withdraw…: Vendor register" }).click();
  await page.getByRole("textbox", { name: "Why is it withdrawn?" }).fill("Page 2 is missing");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await page.getByText("Nothing here").waitFor();
  const query = `subject_id=${id}&action=evidence.acceptance_withdrawn`;
  const { data: log } = await waitFor(
    () => stage.auditor.get(`/api/v1/audit-log?${query}`),
    ({ data: { entries } }) => entries.length === 1,
  );
  expect(log.entries).toMatchObject([{ data: { evidence: { note: "Page 2 is missing" } } }]);
});

test("what an auditor has typed survives a reload until it is sent", async () => {
  const { page, stage, comeIn } = journey;
  const id = stage.evidence.get("Alarm panel")!;
  await stage.manager.send("POST", `/api/v1/evidence/${id}/review`, { decision: "approve" });
  await comeIn(stage.auditor.email, `/audits/${stage.projectId}`);
  const missing = page.getByRole("textbox", { name: "What is missing?" });
  const why = page.getByRole("textbox", { name: "Why is it rejected?" });
  await missing.fill("The list of visitors");
  await page.getByRole("button", { name: "Reject…: Alarm panel" }).click();
  await why.fill("It shows no date");
  await page.reload();
  expect(await why.inputValue()).toBe("It shows no date");
  expect(await missing.inputValue()).toBe("The list of visitors");
  await page.getByRole("button", { name: "Send the request" }).click();
  await page.getByRole("link", { name: "The list of visitors" }).waitFor();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await why.waitFor({ state: "detached" });
  expect(await page.evaluate("JSON.stringify({ ...sessionStorage })")).not.toMatch(/visitors|no date/);
});

test("the room lists all requests, page by page", async () => {
  const { page, stage, comeIn } = journey;
  const body = { project_id: stage.projectId, severity: "Info", category: "evidence-request" };
  for (let n = 1; n <= 22; n++)
    await stage.auditor.send("POST", "/api/findings", { ...body, title: `Missing ${n}` });
  await comeIn(stage.auditor.email, `/audits/${stage.projectId}`);
  const list = page.getByRole("region", { name: "Requests" }).getByRole("list");
  await list.getByRole("button", { name: /^\d+ more$/ }).click();
  await list.getByRole("link", { name: "Missing 1", exact: true }).waitFor();
  expect(await list.getByRole("link", { name: /^Missing \d+$/ }).count()).toBe(22);
});

test("the room leads to the packages that it has no room for", async () => {
  const { page, product, stage, comeIn } = journey;
  const about = { project: stage.projectId, requestedBy: stage.auditor.id, kind: "auditor_package" } as const;
  const [requestedAt, expiresAt] = [new Date("2026-01-01T00:00:00Z"), new Date("2100-01-01T00:00:00Z")];
  const rows = Array.from({ length: 7 }, () => {
    return { ...about, id: newId(), status: "failed" as const, requestedAt, expiresAt, error: "no space" };
  });
  await product.orm.em.fork().insertMany(Report, rows);
  await comeIn(stage.auditor.email, `/audits/${stage.projectId}`);
  await page.getByRole("region", { name: "Auditor's package" }).getByRole("link", { name: "2 more" }).click();
  await page.waitForURL(`**/projects/${stage.projectId}/reports?kind=auditor_package`);
  await page.getByRole("row").nth(7).waitFor();
});

test("an auditor accepts all evidence of a control at once", async () => {
  const { page, stage, comeIn } = journey;
  const paths = ["Access review", "Incident plan"].map(
    (title) => `/api/v1/evidence/${stage.evidence.get(title)}`,
  );
  for (const path of paths) {
    expect((await stage.customer.send("PUT", path, { control_id: "CC6.1" })).status).toBe(200);
    expect((await stage.manager.send("POST", `${path}/review`, { decision: "approve" })).status).toBe(200);
  }
  await comeIn(stage.auditor.email, `/audits/${stage.projectId}`);
  await page.getByRole("button", { name: "Accept all 2: CC6.1" }).click();
  await page.getByText("Accepted (2)", { exact: true }).waitFor();
  for (const path of paths)
    expect((await stage.auditor.get(path)).data).toMatchObject({ acceptance: "accepted" });
});

test("a file that was altered and one that is gone are both named to the auditor", async () => {
  const { page, stage, product, comeIn } = journey;
  const blobOf = (title: string): string =>
    join(product.config.DATA_DIR, "blobs", "evidence", stage.evidence.get(title)!, "original");
  const titles = ["Access review", "Incident plan", "Vendor register"];
  for (const title of titles) {
    const path = `/api/v1/evidence/${stage.evidence.get(title)}`;
    await stage.manager.send("POST", `${path}/review`, { decision: "approve" });
    await stage.auditor.send("POST", `${path}/acceptance`, { decision: "accept" });
  }
  await rm(blobOf("Access review"));
  await writeFile(blobOf("Incident plan"), "Something else");
  await comeIn(stage.auditor.email, `/audits/${stage.projectId}`);
  await page.getByRole("button", { name: "Check the files" }).click();
  const alertOf = (text: string) => page.getByRole("alert").filter({ hasText: text }).getByRole("link");
  expect(await isShown(alertOf("1 file has changed since its upload"))).toBe(true);
  expect(await alertOf("1 file has changed since its upload").allTextContents()).toEqual(["Incident plan"]);
  expect(await alertOf("1 file cannot be read").allTextContents()).toEqual(["Access review"]);
  expect(await isShown(page.getByText("1 file is unchanged"))).toBe(true);
});
