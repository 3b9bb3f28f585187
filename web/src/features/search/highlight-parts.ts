/** A part of a text, as it is read. */
export interface TextPart {
  text: string;
  isMarked: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#x27;": "'",
  "&amp;": "&",
};
/** Characters to show before the first mark. */
const BEFORE = 60;

const decode = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|amp|#39|#x27);/g, (entity) => ENTITIES[entity]!);

const SECOND_HALF = /^[\udc00-\udfff]/;

/** Begins shortly before the first mark: at a word, or else between two characters. */
function cut([first, ...others]: readonly TextPart[]): TextPart[] {
  if (first === undefined) return [];
  if (first.isMarked || others.length === 0 || first.text.length <= BEFORE) return [first, ...others];
  const end = first.text.slice(-BEFORE).replace(SECOND_HALF, "");
  return [{ text: `… ${end.slice(end.indexOf(" ") + 1)}`, isMarked: false }, ...others];
}

/** The parts of a search result's highlight, which is HTML with the words of the query in `<mark>`. */
export const highlightParts = (html: string): TextPart[] =>
  cut(
    html
      .split(/(<mark>[\s\S]*?<\/mark>)/)
      .filter((part) => part !== "")
      .map((part) => ({
        text: decode(part.replace(/<\/?mark>/g, "")),
        isMarked: part.startsWith("<mark>"),
      })),
  );
