const WORDS = 50_000;
const LONGEST = 32;

/** Computes once what the words of documents need again and again; long ones rarely repeat, and are not kept. */
export function rememberWords<T>(compute: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    const remembered = known.get(word);
    if (remembered !== undefined) return remembered;
    const made = compute(word);
    if (known.size >= WORDS) known.clear();
    if (word.length <= LONGEST) known.set(word, made);
    return made;
  };
}
