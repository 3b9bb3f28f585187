// Each of these reads a text once: what may be long ends where the next of its kind begins, or has a bound.
const IMAGE = /!\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g;
const LINK = /\[([^[\]]*)\]\([^()]*\)/g;
/** What stands before and after may be more of the address. */
const LINK_LEFT = /\](?=\()/g;
const REFERENCE = /^[ \t>*+\-\d.)]{0,100}\[[^[\]]+\]:(?:[^\S\n]*\n)?[^\n]*$/gm;
const ADDRESS = /(?:[a-z0-9+.-]{0,40}:\/\/|\b(?:javascript|data|mailto|vbscript):|\bwww\.)[^\s<>)\]]*/gi;
const TAG = /<\/?[a-z!][^>]*>?/gi;
// Control characters, and those that hide or turn around what is shown.
const HIDDEN = /\p{Cf}|[^\P{Cc}\n\t]/gu;
const BRACKETS = /[<>[\]]/g;
/** Nobody nests deeper who means well. */
const PASSES = 8;

const strip = (text: string): string =>
  text
    .replaceAll(REFERENCE, "")
    .replaceAll(IMAGE, "$1")
    .replaceAll(LINK, "$1")
    .replaceAll(TAG, "")
    .replaceAll(ADDRESS, "(address left out)")
    .trim();

/**
 * What a model wrote, without anything that leads elsewhere: links and pictures keep their words, addresses and markup
 * go. A document may have told the model to write them, and a picture is fetched by whoever only reads. What is left
 * when one is taken away may be another, so this runs until nothing changes; where that takes long, nothing is left
 * that could mark up a text.
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
