import { expect, test } from "@jest/globals";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makePdf } from "../dev/sample-files/make-pdf.ts";
import { startEvidenceProject } from "./support/evidence-project.ts";
import { untilIngested } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";

const { product, customer, pdf, uploaded } = await startEvidenceProject();

const originalOf = (id: string): string => join(product.config.DATA_DIR, "blobs", "evidence", id, "original");
const ingestionOf = async (id: string) => (await customer.get(`/api/v1/evidence/${id}/ingestion`)).data;

test("a stored file that is cut short or swapped waits for the whole one, and costs no attempt", async () => {
  const other = await makePdf({ pages: [["Visitors sign in at the reception."]] });
  const ids = [await uploaded(), await uploaded()];
  await writeFile(originalOf(ids[0]!), pdf.subarray(0, pdf.length / 2));
  await writeFile(originalOf(ids[1]!), other);
  await product.start("worker");
  for (const id of ids) {
    const state = await waitFor(
      () => ingestionOf(id),
      ({ attempts, chunking_status: status }) =>
        attempts > 2 || status === "FAILED" || status === "COMPLETED",
    );
    expect(state).toMatchObject({ chunking_status: "PROCESSING", error: null });
    expect(state.waiting).toMatch(/not the one that was uploaded/);
    await writeFile(originalOf(id), pdf);
  }
  for (const id of ids) {
    await untilIngested(customer, id);
    const { passages } = (await customer.get(`/api/v1/evidence/${id}/passages`)).data;
    expect(passages.map(({ text }) => text).join()).toContain("Access reviews take place every quarter");
    expect(await readFile(originalOf(id))).toEqual(pdf);
  }
});
