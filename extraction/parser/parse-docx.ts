import { Parser } from "htmlparser2";
import mammoth from "mammoth";
import { fromBufferPromise } from "yauzl";
import { cleanText } from "./clean-text.ts";
import { blocksOfHtml } from "./html-blocks.ts";
import type { ParsedDocument } from "./parse-document.ts";

const STYLE_MAP = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"];
const PROPERTIES = "docProps/core.xml";
const MAX_PROPERTIES_BYTES = 64 * 1024;

async function readPart(file: Buffer, name: string): Promise<string> {
  const zip = await fromBufferPromise(file, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== name || entry.uncompressedSize > MAX_PROPERTIES_BYTES) continue;
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    return Buffer.concat(parts).toString("utf8");
  }
  return "";
}

/** The title in the document's properties; null when there is none. */
async function readTitle(file: Buffer): Promise<string | null> {
  let title = "";
  let inside = false;
  const parser = new Parser(
    {
      onopentag: (name) => (inside = name === "dc:title"),
      ontext: (text) => (title += inside ? text : ""),
      onclosetag: () => (inside = false),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(await readPart(file, PROPERTIES));
  return cleanText(title) || null;
}

/** Word 2007 and later: headings, lists, tables, foot- and endnotes. Pictures are counted, not read. */
export async function parseDocx(file: Buffer): Promise<ParsedDocument> {
  let pictures = 0;
  const convertImage = mammoth.images.imgElement(() => {
    pictures += 1;
    return Promise.resolve({ src: "" });
  });
  const { value: html } = await mammoth.convertToHtml(
    { buffer: file },
    { styleMap: STYLE_MAP, convertImage },
  );
  const warnings =
    pictures === 0 ? [] : [`${pictures} embedded ${pictures === 1 ? "picture" : "pictures"}: not read.`];
  const title = await readTitle(file);
  return { pageCount: null, title, blocks: blocksOfHtml(html), ocr: false, warnings };
}
