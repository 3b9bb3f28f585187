const isPartOfWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);

/** Whether the number ends there: CC6.1 is neither CC6.10 nor CC6.1.2, but may precede a file extension. */
const endsAt = (text: string, at: number): boolean =>
  !isPartOfWord(text[at]) && !(text[at] === "." && /\d/.test(text[at + 1] ?? ""));

function contains(text: string, number: string): boolean {
  for (let at = text.indexOf(number); at !== -1; at = text.indexOf(number, at + 1))
    if (!isPartOfWord(text[at - 1]) && endsAt(text, at + number.length)) return true;
  return false;
}

/** The only control that a file's name names, such as "CC6.1 access review.pdf"; null if there are none or several. */
export function controlInName(name: string, numbers: readonly string[]): string | null {
  const text = name.toLowerCase();
  const [found, ...others] = numbers.filter((number) => contains(text, number.toLowerCase()));
  return found !== undefined && others.length === 0 ? found : null;
}
