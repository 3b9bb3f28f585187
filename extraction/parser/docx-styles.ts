import { Parser } from "htmlparser2";
import { readNumberProperty, type NumberProperties } from "./docx-numbering.ts";

export const STYLES_PART = "word/styles.xml";

const MAX_PARENTS = 20;

interface Style extends NumberProperties {
  id: string;
  name: string;
  parent: string | undefined;
  /** The outline level, from 0. */
  outline: number | undefined;
}

export type Styles = ReadonlyMap<string, Style>;

/** The styles of paragraphs and lists by their ids. */
export function readStyles(xml: string): Styles {
  const styles = new Map<string, Style>();
  let open: Style | null = null;
  const onopentag = (tag: string, attributes: Record<string, string>) => {
    const value = attributes["w:val"];
    if (tag === "w:style") {
      const id = attributes["w:styleId"] ?? "";
      open = { id, name: "", parent: undefined, outline: undefined };
      if (["paragraph", "numbering"].includes(attributes["w:type"] ?? "")) styles.set(id, open);
    } else if (open === null) return;
    else if (tag === "w:name") open.name = value ?? "";
    else if (tag === "w:basedOn") open.parent = value;
    else if (tag === "w:outlineLvl") open.outline = Number(value);
    else readNumberProperty(open, tag, value);
  };
  new Parser({ onopentag }, { xmlMode: true }).end(xml);
  return styles;
}

/** A style and those that it is based on, nearest first. Damaged files have loops. */
export function chainOf(styles: Styles, id: string): Style[] {
  const chain: Style[] = [];
  let style = styles.get(id);
  for (let n = 0; n < MAX_PARENTS && style !== undefined; n += 1) {
    chain.push(style);
    style = styles.get(style.parent ?? "");
  }
  return chain;
}
