declare module "fontkit" {
  interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean;
  }

  export function create(bytes: Buffer): Font;
}
