import { Parser } from "htmlparser2";
import type { Block } from "../document.ts";
import { cleanText } from "./clean-text.ts";
import { marginBlocks } from "./margin-blocks.ts";

/** The headers and footers of all pages: mammoth reads only the body and its notes. */
export interface DocxMargins {
  headers: Block[];
  footers: Block[];
}

/** `part` in the name gives the kind; every section has up to three of each, mostly identical. */
export const MARGIN_PART = /^word\/(header|footer)\d*\.xml$/;

/** The paragraphs of a part, without fallback copies for old readers. */
function paragraphsOf(xml: string): string[] {
  const found: string[] = [];
  /** The text of the open paragraphs: a text box contains paragraphs inside a paragraph. */
  const open: string[] = [];
  let [fallbacks, isText] = [0, false];
  const add = (text: string) => {
    const last = open.length - 1;
    if (last >= 0 && fallbacks === 0) open[last] += text;
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (name === "w:p") open.push("");
        else if (name === "w:t") isText = true;
        else if (name === "w:tab" || name === "w:ptab" || name === "w:br") add(" ");
        else if (name === "mc:Fallback") fallbacks += 1;
        // WordArt, such as a watermark.
        else if (name === "v:textpath" && fallbacks === 0) found.push(cleanText(attributes["string"] ?? ""));
      },
      ontext: (text) => (isText ? add(text) : undefined),
      onclosetag: (name) => {
        if (name === "w:p") found.push(cleanText(open.pop() ?? ""));
        else if (name === "w:t") isText = false;
        else if (name === "mc:Fallback") fallbacks -= 1;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return found;
}

/** Headers and footers of all sections. `parts` by name. */
export function readMargins(parts: ReadonlyMap<string, string>): DocxMargins {
  const textsOf = (kind: string) =>
    [...parts].flatMap(([name, xml]) => (MARGIN_PART.exec(name)?.[1] === kind ? paragraphsOf(xml) : []));
  return { headers: marginBlocks(textsOf("header")), footers: marginBlocks(textsOf("footer")) };
}
