import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "@jest/globals";
import type { Block, EvidenceFormat, ExtractedDocument } from "../../extraction/document.ts";
import { createExtractor, type Extractor } from "../../extraction/extract-document.ts";

/** An extractor for the tests of one file, and a folder for its input. */
export function useExtractor() {
  let folder: string;
  let extractor: Extractor;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "formats-"));
    extractor = createExtractor({ ocrMaxPages: 2 });
  });

  afterAll(async () => {
    await extractor.close();
    await rm(folder, { recursive: true });
  });

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
