import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { inspectFile } from "../../extraction/inspect-file.ts";
import { makeCompoundFile } from "../../dev/sample-files/make-compound-file.ts";
import { makeDoc } from "../../dev/sample-files/make-doc.ts";
import { makeEncryptedDoc } from "../support/files/make-encrypted-doc.ts";
import { makeDocx } from "../../dev/sample-files/make-docx.ts";
import { makeEncryptedPdf } from "../../dev/sample-files/make-encrypted-pdf.ts";
import {
  makeLyingDocx,
  makeMacroDocx,
  makeOverlappingDocx,
  makeZipBombDocx,
} from "../support/files/make-hostile-docx.ts";
import { makeJpg, makePng } from "../../dev/sample-files/make-image.ts";
import { makePixelBomb } from "../support/files/make-pixel-bomb.ts";
import { makePdf } from "../../dev/sample-files/make-pdf.ts";
import { makeXls, makeXlsx } from "../../dev/sample-files/make-workbook.ts";
import { makeZip } from "../support/files/make-zip.ts";
import { cpuMs } from "../support/cpu-ms.ts";
import { makeTestFolder } from "../support/make-test-folder.ts";

const folder = await makeTestFolder();

async function inspect(content: Buffer, fileName: string) {
  const path = join(folder, "upload");
  await writeFile(path, content);
  return inspectFile(path, fileName);
}

const docx = () => makeDocx([{ paragraph: "Hello" }]);
const sheets = [
  {
    name: "Users",
    rows: [
      ["Name", "Role"],
      ["Ada", "admin"],
    ],
  },
];
const executable = () =>
  Buffer.concat([Buffer.from("MZ"), Buffer.alloc(500), Buffer.from("%PDF-1.7"), Buffer.alloc(500)]);
/** A workbook stream that starts with BOF and FilePass. */
const encryptedXls = () =>
  makeCompoundFile({
    "/Workbook": Buffer.from("0908100000060500000000000000000000000000" + "2f00060000000000" + "0000", "hex"),
  });
const encryptedOoxml = () =>
  makeCompoundFile({ "/EncryptionInfo": Buffer.alloc(200, 1), "/EncryptedPackage": Buffer.alloc(6000, 2) });

describe("a file that matches its name is accepted", () => {
  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ["policy.pdf", "application/pdf", () => makePdf({ pages: [["Hello"]] })],
    ["opens-without-password.pdf", "application/pdf", () => makeEncryptedPdf("Hello", "")],
    ["old.doc", "application/msword", () => makeDoc(["Hello"])],
    ["POLICY.DOCX", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", docx],
    ["old.xls", "application/vnd.ms-excel", () => makeXls(sheets)],
    [
      "users.xlsx",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      () => makeXlsx(sheets),
    ],
    ["shot.png", "image/png", () => makePng(["Hello"])],
    ["photo.jpeg", "image/jpeg", () => makeJpg(["Hello"])],
  ])("%s", async (fileName, contentType, make) => {
    const extension = fileName.toLowerCase().split(".").at(-1);
    const format = extension === "jpeg" ? "jpg" : extension;
    expect(await inspect(await make(), fileName)).toEqual({ format, contentType });
  });
});

describe("anything else is refused, with a reason", () => {
  test.each<[string, string, string, () => Buffer | Promise<Buffer>]>([
    ["an empty file", "a.pdf", "empty", () => Buffer.alloc(0)],
    ["another extension", "a.exe", "unsupported_type", executable],
    ["no extension", "evidence", "unsupported_type", docx],
    ["a docx named pdf", "a.pdf", "content_mismatch", docx],
    ["a docx named xlsx", "a.xlsx", "content_mismatch", docx],
    ["a docx named doc", "a.doc", "content_mismatch", docx],
    ["an xls named doc", "a.doc", "content_mismatch", () => makeXls(sheets)],
    ["a png named jpg", "a.jpg", "content_mismatch", () => makePng(["x"])],
    ["a program named png", "a.png", "content_mismatch", executable],
    ["a program with a PDF header inside", "a.pdf", "content_mismatch", executable],
    ["a text named doc", "a.doc", "content_mismatch", () => Buffer.from("<html>hello</html>")],
    ["any zip named docx", "a.docx", "content_mismatch", () => makeZip([{ name: "a.txt", data: "x" }])],
    [
      "any compound file named xls",
      "a.xls",
      "content_mismatch",
      () => makeCompoundFile({ "/Other": Buffer.alloc(9) }),
    ],
    ["an encrypted docx", "a.docx", "encrypted", encryptedOoxml],
    ["an encrypted xlsx", "a.xlsx", "encrypted", encryptedOoxml],
    ["an encrypted doc", "a.doc", "encrypted", makeEncryptedDoc],
    ["an encrypted xls", "a.xls", "encrypted", encryptedXls],
    ["a macro document named docx", "a.docx", "macros", makeMacroDocx],
    [
      "an xls with macros",
      "a.xls",
      "macros",
      () =>
        makeCompoundFile({
          "/Workbook": Buffer.from("09080000" + "0a000000", "hex"),
          "/_VBA_PROJECT_CUR/VBA/dir": Buffer.alloc(9),
        }),
    ],
    ["a zip bomb", "a.docx", "zip_bomb", makeZipBombDocx],
    ["overlapping zip parts", "a.docx", "zip_bomb", makeOverlappingDocx],
    [
      "too many zip parts",
      "a.docx",
      "zip_bomb",
      () => makeZip(Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}`, data: "" }))),
    ],
    [
      "a list of contents inside itself",
      "a.docx",
      "zip_bomb",
      () => makeZip([{ name: "[Content_Types].xml", data: "<a>".repeat(300_000) }]),
    ],
    ["a picture of 10^10 pixels", "a.png", "zip_bomb", () => makePixelBomb(100_000, 100_000)],
    ["a picture of no width", "a.png", "corrupt", () => makePixelBomb(0, 10)],
    ["a truncated docx", "a.docx", "corrupt", async () => (await docx()).subarray(0, 3000)],
    ["a truncated xls", "a.xls", "corrupt", () => makeXls(sheets).subarray(0, 600)],
    ["a truncated jpg", "a.jpg", "corrupt", async () => (await makeJpg(["x"])).subarray(0, 100)],
  ])("%s", async (_what, fileName, reason, make) => {
    const content = await make();
    await expect(inspect(content, fileName)).rejects.toMatchObject({
      name: "RejectedFileError",
      reason,
      message: expect.stringMatching(/^[A-Z].{15,}\.$/),
    });
  });
});

test("parts with long names are checked quickly, even with a line break at the end", async () => {
  const name = (n: number) => `a${"/macrosheet/macrosheets/".repeat(2_500)}${n}\n`;
  const parts = Array.from({ length: 30 }, (_, n) => ({ name: name(n), data: "" }));
  const file = makeZip(parts);
  const looked = () => expect(inspect(file, "a.docx")).rejects.toMatchObject({ reason: "macros" });
  expect(await cpuMs(looked)).toBeLessThan(2_000);
});

test("a zip with a false directory passes the directory check: extraction must survive it", async () => {
  await expect(inspect(makeLyingDocx(), "a.docx")).resolves.toMatchObject({ format: "docx" });
});

describe("a refusal says what to do", () => {
  test.each<[string, string, Buffer | (() => Promise<Buffer>), string]>([
    [
      "another format",
      "a.pdf",
      docx,
      "The name says pdf, but the content is docx: give it a name that ends with .docx, or save it as pdf with its program. Then upload that file.",
    ],
    [
      "a web page",
      "a.doc",
      Buffer.from("<html>hello</html>"),
      "The name says doc, but the content is a web page: save it as doc with its program. Then upload that file.",
    ],
    [
      "a web archive",
      "a.doc",
      Buffer.from("MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\nText"),
      "The name says doc, but the content is a mail or web archive: save it as doc with its program. Then upload that file.",
    ],
    [
      "plain text",
      "a.xls",
      Buffer.from("Name;Größe\r\n"),
      "The name says xls, but the content is plain text: save it as xls with its program. Then upload that file.",
    ],
    [
      "a mail",
      "a.eml",
      Buffer.from("From: a"),
      "Files of the kind .eml are not accepted: save or print it as a pdf, or upload a doc, docx, xls, xlsx, png or jpg file.",
    ],
    [
      "a truncated file",
      "a.docx",
      async () => (await docx()).subarray(0, 3000),
      "The file is damaged: its package (zip) is incomplete. Save or download it again, then upload that file.",
    ],
  ])("%s", async (_what, fileName, content, message) => {
    const bytes = typeof content === "function" ? await content() : content;
    await expect(inspect(bytes, fileName)).rejects.toMatchObject({ message });
  });
});
