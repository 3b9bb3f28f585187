import { expect, test } from "@jest/globals";
import { makeEncryptedPdf } from "../dev/sample-files/make-encrypted-pdf.ts";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { makeXlsx } from "../dev/sample-files/make-workbook.ts";
import { pdfOf } from "./support/console-stage.ts";
import { enter, isShown, setUpEvidenceJourneys } from "./support/console-visit.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";

const journey = setUpEvidenceJourneys({ parts: ["worker"] });

const detailOf = async (id: string) => (await journey.stage.customer.get(`/api/v1/evidence/${id}`)).data;

test("evidence is replaced by a new version, which can be compared with the old one", async () => {
  const { page, stage, comeIn } = journey;
  const old = stage.evidence.get("Vendor register")!;
  await comeIn(stage.customer.email, `/evidence/${old}`);
  const versions = page.getByRole("region", { name: "Versions" });
  const file = { name: "Vendors.pdf", mimeType: "application/pdf", buffer: await pdfOf("Vendors") };
  await versions.getByLabel("Upload a new version").first().setInputFiles(file);
  await page.getByText("Version 2 was added").waitFor();
  await versions.getByRole("link", { name: "Version 2", exact: true }).waitFor();
  expect(await isShown(versions.getByRole("link", { name: "Compare with version 1" }))).toBe(true);
  expect(page.url()).not.toContain(old);
  expect((await detailOf(old)).status).toBe("superseded");
});

test("its description and dates are added beside the file, and survive a reload before they are sent", async () => {
  const { page, stage, comeIn } = journey;
  const id = stage.evidence.get("Incident plan")!;
  await comeIn(stage.customer.email, `/evidence/${id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const panel = page.getByRole("dialog", { name: "Edit" });
  await panel.getByLabel("Description").fill("How incidents are handled; owned by IT");
  await panel.getByLabel("Collected").fill("2026-03-31");
  await page.reload();
  await panel.getByText("Your unsaved input is back.").waitFor();
  await panel.getByLabel("Valid until").fill("2030-12-31");
  await panel.getByRole("button", { name: "Save" }).click();
  await page.getByText("The evidence is saved").waitFor();
  const about = page.getByRole("region", { name: "About this evidence" });
  await about.getByText("31 Dec 2030").waitFor();
  expect(await detailOf(id)).toMatchObject({
    description: "How incidents are handled; owned by IT",
    collected_at: "2026-03-31",
    expires_at: expect.stringMatching(/^203[01]-/),
  });
});

test("a file that cannot be read says why, can be read again, and deleted", async () => {
  const { stage, open } = journey;
  const fields = { project_id: stage.projectId, control_id: "CC8.1", title: "Locked" };
  const bytes = makeEncryptedPdf("secret text", "password");
  const { data } = await stage.customer.upload({ name: "Locked.pdf", bytes }, fields);
  await waitFor(
    () => detailOf(data.id),
    ({ chunking_status: status }) => status === "FAILED",
  );
  const german = await open({ locale: "de-DE" });
  await enter(german, stage.customer.email, `/evidence/${data.id}`);
  const { page } = german;
  const reason = page.getByText("Die Datei ist mit einem Passwort geschützt und kann nicht gelesen werden");
  await reason.waitFor();
  await page.getByText("Diese Datei kann hier nicht gezeigt werden").waitFor();
  await page.getByRole("button", { name: "Noch einmal lesen" }).click();
  await waitFor(
    async () => (await stage.customer.get(`/api/v1/evidence/${data.id}/ingestion`)).data,
    ({ workflow_id: workflow }) => workflow.endsWith("retry-1"),
  );
  await reason.waitFor();
  await page.getByRole("button", { name: "Nachweis löschen…" }).click();
  await page.getByRole("button", { name: "Nachweis löschen", exact: true }).click();
  await page.getByText("Gelöscht: Locked").waitFor();
  expect((await stage.customer.get(`/api/v1/evidence/${data.id}`)).status).toBe(404);
});

test("a file is shown as pages and as extracted text", async () => {
  const { page, stage, comeIn } = journey;
  await comeIn(stage.auditor.email, `/evidence/${stage.evidence.get("Access review")}`);
  await page.getByRole("img", { name: "Page 1 of 2" }).waitFor();
  // Something is drawn that is neither white nor black.
  await page.waitForFunction(`(() => {
      const canvas = document.querySelector("canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value, index) => index % 4 !== 3 && value > 0 && value < 200);
    })()`);
  await page.getByText("Text", { exact: true }).click();
  const text = page.getByRole("region", { name: "Text" });
  expect(await isShown(text.getByText("Nine accounts held rights beyond their role"))).toBe(true);
});

test("a long document keeps only the pages near the window drawn, and draws them again", async () => {
  const { page, stage, comeIn } = journey;
  const { customer, projectId } = stage;
  const pages = Array.from({ length: 30 }, (_, n) => [`Page ${n + 1}`, "The rights of all accounts."]);
  const bytes = await makePdf({ pages, headings: ["Page 1"], title: "Long" });
  const fields = { project_id: projectId, control_id: "CC1.1", title: "Long" };
  const { data } = await customer.upload({ name: "Long.pdf", bytes }, fields);
  await comeIn(customer.email, `/evidence/${data.id}`);
  const canvas = (n: number) => page.getByRole("img", { name: `Page ${n} of 30` });
  const widths = (): Promise<number[]> =>
    page.evaluate(`[...document.querySelectorAll("canvas")].map(({ width }) => width)`);
  // Before it is rendered, a page has the size of a letter, and afterwards none.
  const hasContent = (width: number | undefined) => ![612, 1, undefined].includes(width);
  const isRendered = (n: number) => waitFor(widths, (all) => hasContent(all[n - 1]));
  await isRendered(1);
  for (let n = 1; n <= 30; n += 1) {
    await canvas(n).scrollIntoViewIfNeeded();
    await isRendered(n);
  }
  await waitFor(widths, (all) => all.filter(hasContent).length < 10);
  await canvas(1).scrollIntoViewIfNeeded();
  await isRendered(1);
});

/** More rows than one passage holds. */
const VENDORS = Array.from({ length: 40 }, (_, n) => [
  `Vendor ${n + 1}`,
  n % 2 === 0 ? "Hosting of customer data" : "Printing of invoices",
  n === 30 ? "critical" : "low",
]);

test("a workbook is shown as the tables of its sheets, with the rows of a passage marked", async () => {
  const { page, stage, comeIn } = journey;
  const bytes = makeXlsx([
    { name: "Vendors", rows: [["Vendor", "Service", "Risk tier"], ...VENDORS] },
    {
      name: "Left",
      rows: [
        ["Vendor", "Left on", "Reason"],
        ["Old Mail", "2026-03-31", "price"],
      ],
    },
  ]);
  const fields = { project_id: stage.projectId, control_id: "CC9.2", title: "Vendor list" };
  const { data } = await stage.customer.upload({ name: "vendors.xlsx", bytes }, fields);
  await untilIngested(stage.customer, data.id);
  const { data: read } = await stage.customer.get(`/api/v1/evidence/${data.id}/passages`);
  const { ordinal } = read.passages.find(({ text }) => text.includes("critical"))!;
  await comeIn(stage.manager.email, `/evidence/${data.id}?passage=${ordinal}`);
  const [vendors, left] = [page.getByRole("table").nth(0), page.getByRole("table").nth(1)];
  await vendors.getByRole("row", { name: "Vendor 31 Hosting of customer data critical" }).waitFor();
  expect(await vendors.getByRole("row").count()).toBe(VENDORS.length + 1);
  expect(await vendors.getByRole("columnheader").allTextContents()).toEqual([
    "Vendor",
    "Service",
    "Risk tier",
  ]);
  const marked = vendors.getByRole("row").filter({ has: page.locator("mark") });
  expect(await marked.filter({ hasText: "critical" }).count()).toBe(1);
  expect(await marked.count()).toBeLessThan(VENDORS.length);
  await left.getByRole("row", { name: "Old Mail 2026-03-31 price" }).waitFor();
  await page.getByText("vendors.xlsx · 2 sheets").waitFor();
});
