/*
 * Text in attributes: that of WordArt, and the entries of old drop-down lists. mammoth reads only the text of elements.
 */

const WORD_ART = /<v:textpath(?=\s)[^<>]*?\sstring=(?:"([^"<>]*)"|'([^'<>]*)')/g;
const LIST =
  /<w:ddList>((?:(?!<\/w:ddList>)[^]){0,20000})<\/w:ddList>(?:(?!<\/w:fldChar>)[^]){0,2000}<\/w:fldChar>/g;
const ENTRY = /<w:listEntry\s[^<>]*?w:val="([^"<>]*)"/g;
const CHOSEN = /<w:result\s[^<>]*?w:val="(\d{1,4})"/;
const DEFAULT = /<w:default\s[^<>]*?w:val="(\d{1,4})"/;
/** Longer than what is between the marks of a field without text. */
const FIELD_LENGTH = 3_000;
const FIELD_END = 'w:fldCharType="end"';

/** Attributes are escaped as text is. */
const textOf = (attribute: string): string => `<w:t xml:space="preserve">${attribute}</w:t>`;

const boxOf = (attribute: string): string =>
  `<v:textbox><w:txbxContent><w:p><w:r>${textOf(attribute)}</w:r></w:p></w:txbxContent></v:textbox>`;

/** Whether a field stores its text too, as some programs do. */
function hasText(afterBegin: string): boolean {
  const [field = ""] = afterBegin.split(FIELD_END, 1);
  return /<w:t[\s>]/.test(field);
}

function chosenIn(list: string): string {
  const entries = [...list.matchAll(ENTRY)].map(([, entry = ""]) => entry);
  return entries[Number((CHOSEN.exec(list) ?? DEFAULT.exec(list))?.[1] ?? 0)] ?? "";
}

/** The XML with these texts in elements. */
export const withAttributeTexts = (xml: string): string =>
  xml
    .replaceAll(WORD_ART, (all, double?: string, single?: string) => `${boxOf(double ?? single ?? "")}${all}`)
    .replaceAll(LIST, (all: string, list: string, at: number, whole: string) => {
      const end = at + all.length;
      return hasText(whole.slice(end, end + FIELD_LENGTH)) ? all : `${all}${textOf(chosenIn(list))}`;
    });
