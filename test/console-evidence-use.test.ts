import { expect, test } from "@jest/globals";
import { pdfOf } from "./support/console-stage.ts";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { waitFor } from "./support/wait-for.ts";

const journey = setUpDeskJourneys();

async function upload(title: string, more: Record<string, string> = {}): Promise<string> {
  const { stage } = journey;
  const fields = { project_id: stage.projectId, control_id: "CC6.1", title, ...more };
  return (await stage.customer.upload({ name: `${title}.pdf`, bytes: await pdfOf(title) }, fields)).data.id;
}
const detailOf = async (id: string) => (await journey.stage.customer.get(`/api/v1/evidence/${id}`)).data;
const review = (id: string, decision: string, note: string) =>
  journey.stage.manager.send("POST", `/api/v1/evidence/${id}/review`, { decision, note });

test("a long name leaves the other columns of the list in sight", async () => {
  const { page, stage, comeIn } = journey;
  await upload("x".repeat(150));
  await comeIn(stage.customer.email, `/projects/${stage.projectId}/evidence`);
  await page.getByRole("link", { name: /^x{150}$/ }).waitFor();
  const last = (await page.getByRole("columnheader", { name: "Valid until" }).boundingBox())!;
  expect(last.x + last.width).toBeLessThanOrEqual(page.viewportSize()!.width);
});

test("evidence serves further controls, which can be undone, and is copied to another project", async () => {
  const { page, stage, comeIn } = journey;
  const { data: iso } = await stage.customer.send("POST", "/api/v1/projects", {
    name: "Example Cloud: ISO 27001",
    framework: "iso27001",
  });
  const id = await upload("Access rules");
  await comeIn(stage.customer.email, `/evidence/${id}`);
  const controls = page.getByRole("region", { name: "Controls" });
  await controls.getByRole("combobox", { name: "Add a control" }).fill("A1.2");
  await page.getByRole("option", { name: /^A1\.2/ }).click();
  await controls.getByRole("button", { name: "Remove A1.2" }).waitFor();
  await controls.getByRole("button", { name: "Remove CC6.1" }).click();
  await controls.getByRole("link", { name: "Logical access controls" }).waitFor({ state: "detached" });
  expect((await detailOf(id)).also_controls).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await controls.getByRole("button", { name: "Remove CC6.1" }).waitFor();
  expect((await detailOf(id)).also_controls).toEqual(["A1.2"]);
  await controls.getByRole("button", { name: "Copy to Example Cloud: ISO 27001" }).click();
  await page.getByText("Copied to Example Cloud: ISO 27001").waitFor();
  const { data } = await stage.customer.get(`/api/v1/evidence?project_id=${iso.id}`);
  expect(data.evidence).toMatchObject([{ title: "Access rules", reused_from: id }]);
});

test("the uploader of rejected evidence reads the reason first, and what to do", async () => {
  const { page, stage, comeIn } = journey;
  const id = await upload("Visitor log");
  await review(id, "reject", "October is missing");
  await comeIn(stage.customer.email, `/evidence/${id}`);
  const card = page.getByRole("region", { name: "Review" });
  await card.getByText("October is missing").waitFor();
  await card.getByText("Upload a corrected file as a new version").waitFor();
  const { y } = (await card.boundingBox())!;
  expect(y).toBeLessThan((await page.getByRole("region", { name: "Controls" }).boundingBox())!.y);
  await page.goto("/");
  const row = page.getByRole("region", { name: "Evidence to replace" }).getByRole("listitem");
  await row.filter({ hasText: "Visitor log" }).getByText("October is missing").waitFor();
  await page.getByRole("link", { name: "Visitor log" }).click();
  const buffer = await pdfOf("Visitor log with October");
  const file = { name: "Visitor log.pdf", mimeType: "application/pdf", buffer };
  await card.getByLabel("Upload a new version").first().setInputFiles(file);
  expect(await isShown(page.getByText("Version 2 was added"))).toBe(true);
});

test("a manager gets from evidence to its review, and withdraws an approval later", async () => {
  const { page, stage, comeIn } = journey;
  const id = await upload("Alarm test");
  await comeIn(stage.manager.email, `/evidence/${id}`);
  const card = page.getByRole("region", { name: "Review" });
  await card.getByRole("link", { name: "Decide on it" }).click();
  await page.getByRole("listitem").filter({ hasText: "Alarm test" }).waitFor();
  expect(page.url()).toContain(`/review?evidence=${id}`);
  await review(id, "approve", "Not read, but signed");
  await page.goto(`/evidence/${id}`);
  await card.getByRole("button", { name: "Withdraw the approval…" }).click();
  await card.getByLabel("Why is the approval withdrawn?").fill("The signature is missing");
  await page.keyboard.press("Control+Enter");
  const { review_note: note } = await waitFor(
    () => detailOf(id),
    ({ status }) => status === "pending",
  );
  expect(note).toBe("The signature is missing");
});
