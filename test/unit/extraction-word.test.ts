import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { makeDoc } from "../../dev/sample-files/make-doc.ts";
import { makeDocx } from "../../dev/sample-files/make-docx.ts";
import { makeJpg, makePng } from "../../dev/sample-files/make-image.ts";
import { heading, item, paragraph, texts, useExtractor } from "../support/extraction.ts";
import { makeEncryptedDoc } from "../support/files/make-encrypted-doc.ts";

const { extract } = await useExtractor();

describe("docx and doc", () => {
  test("docx gives heading levels, lists and tables with their header", async () => {
    const content = await makeDocx([
      { heading: "Incident response" },
      { paragraph: "Who does what." },
      { heading: "Contacts", level: 2 },
      { list: ["Call the lead", "Write the log"] },
      {
        table: [
          ["Role", "Name"],
          ["Lead", "Ada"],
          ["Scribe", "Alan"],
        ],
      },
    ]);
    const { blocks, pageCount } = await extract(content, "docx");
    expect(pageCount).toBeNull();
    expect(blocks).toEqual([
      heading("Incident response"),
      paragraph("Who does what."),
      heading("Contacts", 2),
      item("Call the lead"),
      item("Write the log"),
      {
        kind: "table",
        header: ["Role", "Name"],
        rows: [
          ["Lead", "Ada"],
          ["Scribe", "Alan"],
        ],
        page: null,
        sheet: null,
      },
    ]);
  });

  test("docx includes header, footer and notes", async () => {
    const content = await makeDocx([{ paragraph: "Keys are rotated.", footnote: "Every ninety days." }], {
      header: "Confidential - version 3",
      footer: "Approved by the CISO",
    });
    expect(texts((await extract(content, "docx")).blocks)).toEqual([
      "Confidential - version 3",
      expect.stringContaining("Keys are rotated."),
      "Every ninety days.",
      "Approved by the CISO",
    ]);
  });

  test("docx includes text on pictures in place, once, but not that of icons", async () => {
    const [screen, photo] = [
      await makePng(["FIREWALL RULE ENABLED"]),
      await makeJpg(["BADGE READER AT DOOR"]),
    ];
    const icon = await sharp(screen).resize({ width: 50 }).png().toBuffer();
    const { blocks, ocr, warnings } = await extract(
      await makeDocx([
        { heading: "Proof" },
        { picture: screen },
        { paragraph: "Between." },
        { picture: photo, type: "jpg" },
        { picture: icon },
        { picture: screen },
        { paragraph: "End." },
      ]),
      "docx",
    );
    expect(ocr).toBe(true);
    expect(warnings).toEqual([]);
    expect(texts(blocks)).toEqual([
      "Proof",
      expect.stringMatching(/FIREWALL RULE ENABLED/),
      "Between.",
      expect.stringMatching(/BADGE READER AT DOOR/),
      "End.",
    ]);
  });

  test("docx reads pictures within its limits, and skips and reports a broken one", async () => {
    const pictures = await Promise.all(["ONE", "TWO", "THREE"].map((name) => makePng([`PICTURE ${name}`])));
    const broken = pictures[0]!.subarray(0, 200);
    const parts = [...pictures, broken].map((picture) => ({ picture }));
    const { blocks, warnings } = await extract(await makeDocx([...parts, { paragraph: "End." }]), "docx");
    expect(texts(blocks)).toEqual([expect.stringContaining("ONE"), expect.stringContaining("TWO"), "End."]);
    expect(warnings.join(" ")).toMatch(/not read, because only 2 fit the limits/);
  });

  test("doc gives paragraphs, numbered titles as headings, and tables", async () => {
    const content = makeDoc([
      "1. Purpose",
      "This plan says how we restore service, even at night.",
      "1.1 Scope of the plan",
      "All systems.",
      [
        ["System", "Owner", "Hours"],
        ["Payroll", "Ada", "4"],
        ["Mail", "Alan", "8"],
      ],
    ]);
    const { blocks } = await extract(content, "doc");
    expect(blocks).toEqual([
      heading("1. Purpose"),
      paragraph("This plan says how we restore service, even at night."),
      heading("1.1 Scope of the plan", 2),
      paragraph("All systems."),
      {
        kind: "table",
        header: ["System", "Owner", "Hours"],
        rows: [
          ["Payroll", "Ada", "4"],
          ["Mail", "Alan", "8"],
        ],
        page: null,
        sheet: null,
      },
    ]);
  });

  test("doc includes header and footer, each once, without page numbers", async () => {
    const margins = { header: "Recovery plan 1.3", footer: "Approved by Ada Lovelace\rPage 1" };
    const { blocks } = await extract(makeDoc(["All systems."], margins), "doc");
    expect(texts(blocks)).toEqual(["Recovery plan 1.3", "All systems.", "Approved by Ada Lovelace"]);
  });

  test("doc reports its pictures, which are not read", async () => {
    const pictures = Buffer.alloc(65_536);
    (await makePng(["FIREWALL"])).copy(pictures, 100);
    (await makeJpg(["BADGE"])).copy(pictures, 40_000);
    const { blocks, warnings } = await extract(Buffer.concat([makeDoc(["All systems."]), pictures]), "doc");
    expect(texts(blocks)).toEqual(["All systems."]);
    expect(warnings).toEqual(["2 embedded pictures: cannot be read."]);
  });

  test("an encrypted doc is refused as such", async () => {
    await expect(extract(makeEncryptedDoc(), "doc")).rejects.toMatchObject({ reason: "encrypted" });
  });
});
