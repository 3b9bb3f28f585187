import { Parser } from "htmlparser2";

export const STYLES_PART = "word/styles.xml";

const DEEPEST = 6;
/** mammoth tries each mapping on each paragraph. */
const MAX_MAPPINGS = 200;
const MAX_PARENTS = 20;
/** Levels from 0; text of the body has 9. */
const BODY = 9;
/** Mapped by mammoth itself, or names that its notation cannot express. */
const OMITTED = /^heading [1-6]$|['"\\\n]/i;

interface Style {
  name: string;
  parent: string | undefined;
  level: number | undefined;
}

function readStyles(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>();
  let open: Style | null = null;
  const onopentag = (tag: string, attributes: Record<string, string>) => {
    const value = attributes["w:val"];
    if (tag === "w:style") {
      open = { name: "", parent: undefined, level: undefined };
      if (attributes["w:type"] === "paragraph") styles.set(attributes["w:styleId"] ?? "", open);
    } else if (open === null) return;
    else if (tag === "w:name") open.name = value ?? "";
    else if (tag === "w:basedOn") open.parent = value;
    else if (tag === "w:outlineLvl") open.level = Number(value);
  };
  new Parser({ onopentag }, { xmlMode: true }).end(xml);
  return styles;
}

/** The outline level of a style, or of the nearest one that it is based on. Damaged files have loops. */
function levelOf(styles: ReadonlyMap<string, Style>, id: string): number {
  let style = styles.get(id);
  for (let n = 0; n < MAX_PARENTS && style !== undefined; n += 1) {
    if (style.level !== undefined) return style.level;
    style = styles.get(style.parent ?? "");
  }
  return BODY;
}

/** Mappings for mammoth of the styles that are headings by their outline level: templates have their own. */
export function headingMappings(xml: string): string[] {
  const styles = readStyles(xml);
  const mappings = [...styles].flatMap(([id, { name }]) => {
    const level = levelOf(styles, id);
    const isHeading = level >= 0 && level < BODY && name !== "" && !OMITTED.test(name);
    return isHeading ? [`p[style-name='${name}'] => h${Math.min(DEEPEST, level + 1)}:fresh`] : [];
  });
  return mappings.slice(0, MAX_MAPPINGS);
}
