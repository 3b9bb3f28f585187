const MARKS = [
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;

/** The text of a file in UTF-8, or in UTF-16 with its mark: Excel saves Unicode text like that. */
export async function readText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const marked = MARKS.find((mark) => mark.bytes.every((byte, n) => bytes[n] === byte));
  return new TextDecoder(marked?.encoding).decode(bytes);
}
