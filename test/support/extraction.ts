import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Block, EvidenceFormat, ExtractedDocument } from "../../extraction/document.ts";
import { createExtractor } from "../../extraction/extract-document.ts";
import { makeTestFolder } from "./make-test-folder.ts";
import { stopAfterAll } from "./stop-after-all.ts";

/** An extractor for the tests of one file, and a folder for its input: call it at the top. */
export async function useExtractor() {
  const folder = await makeTestFolder();
  const extractor = await stopAfterAll(createExtractor({ ocrMaxPages: 2 }));
  const path = (name: string): string => join(folder, name);

  async function extract(content: Buffer, format: EvidenceFormat): Promise<ExtractedDocument> {
    await writeFile(path(`file.${format}`), content);
    return (await extractor.extract(path(`file.${format}`), format)).document;
  }

  return { extract, path };
}

export const texts = (blocks: readonly Block[]): string[] =>
  blocks.map((block) => (block.kind === "table" ? block.rows.flat().join(" ") : block.text));

export const heading = (text: string, level = 1, page: number | null = null) => ({
  kind: "heading",
  level,
  text,
  page,
});
export const paragraph = (text: string, page: number | null = null) => ({ kind: "paragraph", text, page });
export const item = (text: string, page: number | null = null) => ({ kind: "list-item", text, page });
export const textOf = (blocks: readonly Block[]) =>
  blocks.map((b) => (b.kind === "table" ? "" : b.text)).join("\n");
