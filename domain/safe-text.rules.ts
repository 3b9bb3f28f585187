// All of these run in linear time: a part of any length ends where the next of its kind begins, or is
// bounded.
const IMAGE = /!\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g;
const LINK = /\[([^[\]]*)\]\([^()]*\)/g;
/** The characters before and after may belong to the URL. "data:" before a space is an ordinary word. */
const LINK_LEFT = /\](?=\()/g;
const REFERENCE = /^[ \t>*+\-\d.)]{0,100}\[[^[\]]+\]:(?:[^\S\n]*\n)?[^\n]*$/gm;
const ADDRESS =
  /(?:[a-z0-9+.-]{0,40}:\/\/|\b(?:javascript|mailto|vbscript):|\bdata:(?=\S)|\bwww\.)[^\s<>)\]]*/gi;
const TAG = /<\/?[a-z!][^>]*>?/gi;
// Control characters, and characters that hide or reverse text.
const HIDDEN = /\p{Cf}|[^\P{Cc}\n\t]/gu;
const BRACKETS = /[<>[\]]/g;
/** Legitimate text is not nested deeper. */
const PASSES = 8;

const strip = (text: string): string =>
  text
    .replaceAll(REFERENCE, "")
    .replaceAll(IMAGE, "$1")
    .replaceAll(LINK, "$1")
    .replaceAll(TAG, "")
    .replaceAll(ADDRESS, "(address omitted)")
    .trim();

/**
 * A model's text without anything that leads elsewhere: links and images keep their text, URLs and markup are
 * removed. A document may have instructed the model to write them, and displaying a text is enough to load an
 * image. Removing one construct may create another, so this repeats until nothing changes; after too many
 * passes, all markup characters are removed.
 */
export function safeText(written: string): string {
  let text = written.replaceAll(HIDDEN, "");
  let stripped = strip(text);
  for (let pass = 1; stripped !== text; pass += 1) {
    text = pass < PASSES ? stripped : stripped.replaceAll(BRACKETS, "");
    stripped = strip(text);
  }
  return text
    .replaceAll(LINK_LEFT, "] ")
    .replaceAll(/(?<![ \t])[ \t]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n");
}
