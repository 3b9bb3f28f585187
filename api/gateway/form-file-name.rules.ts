/** What browsers write for quotation marks and line ends in the file names of forms (HTML, 4.10.21.8). */
const ESCAPED: Readonly<Record<string, string>> = { "%22": '"', "%0D": "\r", "%0A": "\n" };
const ESCAPES = /%(?:22|0D|0A)/g;
const OTHER_ESCAPE = /%(?!22|0D|0A)[0-9A-Fa-f]{2}/;

/**
 * The name of a file in a form, as its owner sees it. Browsers leave a percent sign as it is, so `%22` may be a quotation
 * mark or these three characters. It is a quotation mark, unless the name has other percent escapes: then it was
 * saved from an address, and its owner sees all of them.
 */
export const formFileName = (sent: string): string =>
  OTHER_ESCAPE.test(sent) ? sent : sent.replace(ESCAPES, (escape) => ESCAPED[escape] ?? escape);
