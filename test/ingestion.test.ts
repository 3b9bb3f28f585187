import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { makeDoc } from "../dev/sample-files/make-doc.ts";
import { makeDocx } from "../dev/sample-files/make-docx.ts";
import { indexedPassages } from "./support/indexed-passages.ts";
import { makeEndlessXlsx } from "./support/files/make-endless-xlsx.ts";
import { makeEncryptedPdf } from "../dev/sample-files/make-encrypted-pdf.ts";
import { makeJpg, makePng } from "../dev/sample-files/make-image.ts";
import { makePdf, makeScannedPdf } from "../dev/sample-files/make-pdf.ts";
import { makeXls, makeXlsx } from "../dev/sample-files/make-workbook.ts";
import { eventKinds } from "./support/event-kinds.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { untilIngested, untilIngestionEnded } from "./support/until-ingested.ts";
import { waitFor } from "./support/wait-for.ts";
import { newProject } from "./support/new-project.ts";

const product = await startProductForFile({ parts: ["worker", "retrieval"] });
const customer = await product.signIn("customer");

const projectId = await newProject(customer);

async function ingest(name: string, bytes: Buffer, more: object = {}) {
  const { status, data } = await customer.upload(
    { name, bytes },
    { project_id: projectId, control_id: "CC6.1", title: name, ...more },
  );
  expect(status).toBe(201);
  return untilIngestionEnded(customer, data.id);
}

const search = async (query: string, more: object = {}) =>
  (
    await customer.send("POST", "/api/v1/retrieval/search", {
      query,
      project_id: projectId,
      user_id: customer.id,
      ...more,
    })
  ).data;

const pad =
  "The company keeps records of this procedure and reviews them with the responsible people every year.";

test("skipped content is reported with the evidence, and lowers its quality", async () => {
  const header = ["Name", "Role", "Reviewed by"];
  const bytes = makeEndlessXlsx([header, ["Ada", "admin", "the manager"]], 1_048_576);
  const evidence = await ingest("endless.xlsx", bytes);
  const warnings = ['Only the first 200000 rows of the sheet "Users" were read: it has rows up to 1048576.'];
  expect(evidence.warnings).toEqual(warnings);
  expect((await customer.get(`/api/v1/evidence/${evidence.id}/ingestion`)).data.warnings).toEqual(warnings);
  expect(evidence.quality_reasons[0]).toMatchObject({
    check: "readable",
    message: expect.stringContaining("parts of the file were not: its warnings say which"),
  });
});

test("the extracted text is returned in order, by page, to those who can see the file", async () => {
  const pages = [
    ["First page", pad],
    ["Second page", pad],
  ];
  const { id, chunk_count: count } = await ingest(
    "two-pages.pdf",
    await makePdf({ pages, headings: ["First page"] }),
  );
  const { data } = await customer.get(`/api/v1/evidence/${id}/passages`);
  expect(data.pagination).toEqual({ page: 1, limit: 20, total: count, pages: 1 });
  const answered = data.passages;
  expect(answered.map(({ ordinal }) => ordinal)).toEqual([...answered.keys()]);
  expect(answered.map(({ page }) => page)).toEqual(
    answered.map(({ page }) => page).toSorted((a, b) => a! - b!),
  );
  expect(answered.map(({ text }) => text).join(" ")).toContain("reviews them with the responsible people");
  for (const { page, position, text } of answered) {
    expect(position).toEqual({ page, start: expect.any(Number), end_page: page, end: expect.any(Number) });
    expect(position!.end - position!.start).toBe(text.length);
  }
  const last = await customer.get(`/api/v1/evidence/${id}/passages?limit=1&page=${count}`);
  expect(last.data.passages).toEqual([answered.at(-1)]);
  const other = await product.signIn("customer");
  expect((await other.get(`/api/v1/evidence/${id}/passages`)).status).toBe(404);
});

describe("a file of each format becomes searchable passages", () => {
  test("pdf, with its page", async () => {
    const bytes = await makePdf({
      pages: [
        [pad, pad],
        ["Terminated employees lose their badge on the last working day.", pad],
      ],
    });
    const evidence = await ingest("offboarding.pdf", bytes);
    expect(evidence).toMatchObject({ chunking_status: "COMPLETED", page_count: 2 });
    const { results } = await search("when is the badge of a leaver taken away");
    expect(results[0]).toMatchObject({
      evidence_id: evidence.id,
      file_name: "offboarding.pdf",
      page: 2,
      text: expect.stringContaining("badge"),
    });
  });

  test("docx, with its heading path and table", async () => {
    const bytes = await makeDocx([
      { heading: "Operations" },
      { heading: "Backups", level: 2 },
      { paragraph: "Database snapshots are taken hourly and restored once a month to prove them." },
      {
        table: [
          ["System", "Retention"],
          ["Billing ledger", "7 years"],
        ],
      },
    ]);
    const evidence = await ingest("backup.docx", bytes);
    expect(evidence.chunking_status).toBe("COMPLETED");
    const { results } = await search("how often are snapshots restored");
    expect(results[0]).toMatchObject({
      evidence_id: evidence.id,
      heading: expect.stringContaining("Backups"),
    });
    expect((await search("retention of the billing ledger")).results[0]!.evidence_id).toBe(evidence.id);
    const { data } = await customer.get(`/api/v1/evidence/${evidence.id}/passages`);
    const tables = data.passages.flatMap(({ text, tables: some }) =>
      some.map(({ start, end, ...cells }) => ({ text: text.slice(start, end), ...cells })),
    );
    expect(tables).toEqual([
      {
        text: expect.stringContaining("Billing ledger"),
        header: ["System", "Retention"],
        rows: [["Billing ledger", "7 years"]],
      },
    ]);
  });

  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    [
      "visitors.doc",
      () => makeDoc(["Visitors sign the guest register at the reception and wear a yellow sticker.", pad]),
      "guest register at reception",
    ],
    [
      "assets.xlsx",
      () =>
        makeXlsx([
          {
            name: "Laptops",
            rows: [
              ["Asset tag", "Custodian"],
              ["LT-4711", "Finance department"],
            ],
          },
        ]),
      "custodian of laptop LT-4711",
    ],
    [
      "vendors.xls",
      () =>
        makeXls([
          {
            name: "Vendors",
            rows: [
              ["Vendor", "Risk tier"],
              ["Northwind Hosting", "critical"],
            ],
          },
        ]),
      "risk tier of Northwind Hosting",
    ],
    [
      "alarm.png",
      () => makePng(["INTRUSION ALARM TESTED", "by the security guard in May"]),
      "intrusion alarm tested",
    ],
    ["camera.jpg", () => makeJpg(["CAMERA FOOTAGE KEPT", "for ninety days"]), "camera footage kept"],
    [
      "scan.pdf",
      () => makeScannedPdf({ pages: [["FIRE DRILL PROTOCOL", "signed by the warden"]] }),
      "fire drill protocol",
    ],
  ])("%s", async (name, make, question) => {
    const evidence = await ingest(name, await make());
    expect(evidence).toMatchObject({ chunking_status: "COMPLETED" });
    expect(evidence.chunk_count).toBeGreaterThan(0);
    expect((await search(question)).results[0]!.evidence_id).toBe(evidence.id);
  });
});

describe("ingestion", () => {
  test("scores the quality with reasons that add up", async () => {
    const text =
      "Access review performed by the security officer on 2026-06-30: logical access rights to systems were reviewed, approved and unneeded accounts removed.";
    const evidence = await ingest("review.pdf", await makePdf({ pages: [[text, pad]] }), {
      description: "The quarterly review of access rights",
    });
    const total = evidence.quality_reasons.reduce(
      (sum: number, reason: { points: number }) => sum + reason.points,
      0,
    );
    expect(evidence.quality_score).toBe(total);
    expect(evidence.quality_score).toBeGreaterThanOrEqual(80);
  });

  test("points out the same file uploaded twice", async () => {
    const bytes = await makePdf({ pages: [["Change tickets need an approval by a second engineer.", pad]] });
    await ingest("first.pdf", bytes);
    const second = await ingest("second.pdf", bytes);
    expect(second.quality_reasons).toContainEqual(
      expect.objectContaining({
        check: "original",
        points: 0,
        message: expect.stringContaining("first.pdf"),
      }),
    );
  });

  test("draws a thumbnail of 200 by 200", async () => {
    const evidence = await ingest("picture.png", await makePng(["A PICTURE OF A POLICY"]));
    const response = await customer.fetch(evidence.thumbnail!);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
      width: 200,
      height: 200,
      format: "png",
    });
  });

  test("reports its completion, with a link to the workflow", async () => {
    const { id } = await ingest("done.pdf", await makePdf({ pages: [[pad]] }));
    const { data } = await waitFor(
      () => customer.get(`/api/v1/evidence/${id}/ingestion`),
      ({ data }) => data.workflow_state === "COMPLETED",
    );
    expect(data).toMatchObject({ chunking_status: "COMPLETED", step: "complete", progress: 1, error: null });
  });

  test("ends FAILED with the reason if the file needs a password; the original stays", async () => {
    const evidence = await ingest("locked.pdf", makeEncryptedPdf("secret text", "password"));
    expect(evidence.chunking_status).toBe("FAILED");
    const { data } = await customer.get(`/api/v1/evidence/${evidence.id}/ingestion`);
    expect(data.error).toMatch(/password|encrypted/i);
    expect((await customer.fetch(`/api/v1/evidence/${evidence.id}/file`)).status).toBe(200);
    expect((await customer.send("POST", `/api/v1/evidence/${evidence.id}/ingestion/retry`)).status).toBe(202);
    expect((await untilIngestionEnded(customer, evidence.id)).chunking_status).toBe("FAILED");
    expect(await eventKinds(product, evidence.id)).toEqual([
      "evidence.uploaded",
      "evidence.failed",
      "evidence.retried",
      "evidence.failed",
    ]);
  });
});

describe("removed evidence is not found", () => {
  const untilNotIndexed = (id: string) =>
    waitFor(
      () => indexedPassages(product.config, { evidence_id: id }),
      ({ length }) => length === 0,
    );
  const question = "marmalade recipe of the canteen";
  const recipe = (words: string) => makePdf({ pages: [[`The marmalade recipe of the canteen${words}.`]] });
  const found = async () =>
    (await search(question)).results.map((result: { evidence_id: string }) => result.evidence_id);

  test("deleted evidence leaves search at once, then its chunks, files and row are removed", async () => {
    const { id } = await ingest("canteen.pdf", await recipe(" is a trade secret"));
    expect(await found()).toContain(id);
    await customer.send("DELETE", `/api/v1/evidence/${id}`);
    expect(await found()).not.toContain(id);
    await untilNotIndexed(id);
    const gone = () =>
      product.orm.em
        .fork()
        .execute<unknown[]>(
          "select id from evidence where id = ? union all select evidence_id from evidence_chunks where evidence_id = ?",
          [id, id],
        );
    await waitFor(gone, (rows) => rows.length === 0);
  });

  test("a new version replaces the previous one", async () => {
    const { id } = await ingest("canteen-1.pdf", await recipe(", first edition"));
    const bytes = await recipe(", second edition");
    const { data } = await customer.upload(
      { name: "canteen-2.pdf", bytes },
      { title: undefined } as never,
      `/api/v1/evidence/${id}/versions`,
    );
    await untilIngested(customer, data.id);
    const ids = await found();
    expect(ids).toContain(data.id);
    expect(ids).not.toContain(id);
    await untilNotIndexed(id);
  });
});
