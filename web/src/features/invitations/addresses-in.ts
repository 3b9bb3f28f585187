const NAMED = /<([^<>]*)>/;

/** The e-mail addresses in a list as people paste it, each once: `Ann Lee <ann@example.com>, bo@example.com`. */
export function addressesIn(text: string): string[] {
  const found = text.split(/[,;\n]/).flatMap((part) => {
    const named = NAMED.exec(part)?.[1];
    return named === undefined ? part.split(/\s+/) : [named.trim()];
  });
  return [...new Map(found.filter((one) => one !== "").map((one) => [one.toLowerCase(), one])).values()];
}
