import { expect, test } from "@jest/globals";
import { readImportFile } from "../../web/src/features/findings/read-import-file.ts";

const CSV = "title\tseverity\r\nPrüfung fehlt\thigh\r\n";

const fileOf = (bytes: Buffer): File => new File([new Uint8Array(bytes)], "findings.txt");

test("findings are read from Unicode text as Excel saves it", async () => {
  const utf16 = Buffer.from(`\ufeff${CSV}`, "utf16le");
  for (const bytes of [Buffer.from(CSV), Buffer.from(`\ufeff${CSV}`), utf16, Buffer.from(utf16).swap16()])
    expect(await readImportFile(fileOf(bytes))).toEqual({ name: "findings.txt", csv: CSV });
});
