import { expect, test } from "@jest/globals";
import { makeXlsx } from "../dev/sample-files/make-workbook.ts";
import { setUpJourneys } from "./support/console-visit.ts";
import { untilIngested } from "./support/until-ingested.ts";

const PATIENCE_MS = 120_000;
const journey = setUpJourneys();

/** More rows than one passage holds. */
const VENDORS = Array.from({ length: 40 }, (_, n) => [
  `Vendor ${n + 1}`,
  n % 2 === 0 ? "Hosting of customer data" : "Printing of invoices",
  n === 30 ? "critical" : "low",
]);

test(
  "a workbook is shown as the tables of its sheets, with the rows of a passage marked",
  async () => {
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
  },
  PATIENCE_MS,
);
