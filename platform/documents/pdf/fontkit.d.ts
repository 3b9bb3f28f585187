declare module "fontkit" {
  interface Font {
    /** By name, once decoded. */
    _tables: object;
    hasGlyphForCodePoint(codePoint: number): boolean;
  }

  interface Format {
    probe(bytes: Uint8Array): boolean;
    new (stream: { buffer: Uint8Array }): Font;
  }

  export function create(bytes: Buffer): Font;
  export function registerFormat(format: Format): void;
}
