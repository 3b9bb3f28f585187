const IMAGE = /!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g;
const LINK = /\[([^\]]*)\]\([^)]*\)/g;
const REFERENCE = /^\s*\[[^\]]+\]:\s*\S+.*$/gm;
const ADDRESS = /(?:\b[a-z][a-z0-9+.-]*:\/\/|\b(?:javascript|data|mailto|vbscript):|\bwww\.)[^\s<>)\]]*/gi;
const TAG = /<\/?[a-z!][^>]*>?/gi;
// Control characters, and those that hide or turn around what is shown.
const HIDDEN = /\p{Cf}|[^\P{Cc}\n\t]/gu;

/**
 * What a model wrote, without anything that leads elsewhere: links and pictures keep their words, addresses and markup
 * go. A document may have told the model to write them, and a picture is fetched by whoever only reads.
 */
export function safeText(written: string): string {
  return written
    .replaceAll(HIDDEN, "")
    .replaceAll(REFERENCE, "")
    .replaceAll(IMAGE, "$1")
    .replaceAll(LINK, "$1")
    .replaceAll(TAG, "")
    .replaceAll(ADDRESS, "(address left out)")
    .replaceAll(/[ \t]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
