import { chainOf, type Styles } from "./docx-styles.ts";

const DEEPEST = 6;
/** mammoth tries each mapping on each paragraph. */
const MAX_MAPPINGS = 200;
/** Levels from 0; text of the body has 9. */
const BODY = 9;
/** Mapped by mammoth itself, or names that its notation cannot express. */
const OMITTED = /^heading [1-6]$|['"\\\n]/i;

/** The outline level of a style, or of the nearest one that it is based on. */
const levelOf = (styles: Styles, id: string): number =>
  chainOf(styles, id).find(({ outline }) => outline !== undefined)?.outline ?? BODY;

/** Mappings for mammoth of the styles that are headings by their outline level: templates have their own. */
export function headingMappings(styles: Styles): string[] {
  const mappings = [...styles].flatMap(([id, { name }]) => {
    const level = levelOf(styles, id);
    const isHeading = level >= 0 && level < BODY && name !== "" && !OMITTED.test(name);
    return isHeading ? [`p[style-name='${name}'] => h${Math.min(DEEPEST, level + 1)}:fresh`] : [];
  });
  return mappings.slice(0, MAX_MAPPINGS);
}
