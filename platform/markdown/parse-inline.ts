/** A piece of text in one style. */
export interface Run {
  text: string;
  bold: boolean;
  italic: boolean;
}

/** An escape, a code span, a link, or a mark that turns a style on or off. */
const TOKEN =
  /\\([\\`*_{}[\]()#+\-.!|<>])|`([^`]+)`|\[([^\]]*)\]\(([^)\s]*)\)|(\*\*|__)|(\*|(?<!\w)_|_(?!\w))/g;

/** Reads the styles inside a line. Marks that nothing closes style the rest: nothing is lost. */
export function parseInline(text: string): Run[] {
  const runs: Run[] = [];
  let [bold, italic, at] = [false, false, 0];
  const add = (piece: string): void => {
    const last = runs.at(-1);
    if (piece === "") return;
    if (last !== undefined && last.bold === bold && last.italic === italic) last.text += piece;
    else runs.push({ text: piece, bold, italic });
  };
  for (const match of text.matchAll(TOKEN)) {
    const [all, escaped, code, label, address, strong, emphasis] = match;
    add(text.slice(at, match.index));
    at = match.index + all.length;
    if (strong !== undefined) bold = !bold;
    else if (emphasis !== undefined) italic = !italic;
    else if (label !== undefined) add(label === address || label === "" ? address! : `${label} (${address})`);
    else add(escaped ?? code ?? "");
  }
  add(text.slice(at));
  return runs;
}

/** The text without its styles. */
export const plainText = (runs: readonly Run[]): string => runs.map(({ text }) => text).join("");
