/** The part of pdfmake that is used here; its published types require those of the browser. */
declare module "pdfmake" {
  interface Placed {
    margin?: [left: number, top: number, right: number, bottom: number];
    fontSize?: number;
    color?: string;
    lineHeight?: number;
    alignment?: "left" | "right";
  }

  /** An element of the structure of a document; ours. */
  interface Tag {
    type: string;
    parent: Tag | null;
    /** Of a row, in order. */
    cells: Tag[];
    scope?: "Column";
    isNumbered?: boolean;
  }

  interface Text extends Placed {
    text: string | Text[];
    font?: string;
    preserveLeadingSpaces?: boolean;
    /** Whether the outline of the document lists it, by these words. */
    outline?: boolean;
    outlineText?: string;
    colSpan?: number;
    /** Ours, which each word of the text has too: whether the paragraph runs to the left, and its place in the structure. */
    isToTheLeft?: boolean;
    tag?: Tag;
  }

  interface Stack extends Placed {
    stack: Content[];
    unbreakable?: boolean;
  }

  interface BulletList extends Placed {
    ul: Content[];
  }

  interface NumberedList extends Placed {
    ol: Content[];
    start?: number;
  }

  interface Columns extends Placed {
    columns: Content[];
    columnGap?: number;
  }

  interface TableContent extends Placed {
    table: {
      headerRows?: number;
      /** Ours: the rows that name the columns, whether or not they are repeated. */
      heads?: number;
      keepWithHeaderRows?: number;
      dontBreakRows?: boolean;
      widths: (string | number)[];
      body: Content[][];
    };
    layout?: string | Layout;
  }

  /** The lines and padding of a table; line 0 is above the first row. */
  interface Layout {
    hLineWidth(line: number, table: TableContent): number;
    vLineWidth(): number;
    hLineColor(): string;
    paddingLeft(column: number): number;
    paddingRight(): number;
  }

  interface Rectangle {
    type: "rect";
    x: number;
    y: number;
    w: number;
    h: number;
    color: string;
  }

  interface Drawing extends Placed {
    canvas: Rectangle[];
  }

  export type Content = (Text | Stack | BulletList | NumberedList | Columns | TableContent | Drawing) & {
    width?: string | number;
    /** Ours: the type of its tag, where it is not a paragraph. */
    role?: "H1" | "H2" | "H3" | "H4" | "BlockQuote";
  };

  interface Definition {
    language?: string;
    version: string;
    tagged: boolean;
    displayTitle: boolean;
    info: { title: string; creationDate: Date; modDate: Date };
    pageSize: string;
    pageMargins: number;
    defaultStyle: { font: string; fontSize: number; color: string; lineHeight: number };
    footer: (page: number, pages: number) => Content;
    content: Content[];
  }

  interface FontFiles {
    normal: string;
    bold: string;
    italics: string;
    bolditalics: string;
  }

  const maker: {
    virtualfs: { existsSync(name: string): boolean; writeFileSync(name: string, bytes: Buffer): void };
    setUrlAccessPolicy(allows: (url: string) => boolean): void;
    setLocalAccessPolicy(allows: (path: string) => boolean): void;
    setFonts(fonts: Record<string, FontFiles>): void;
    createPdf(definition: Definition): { getBuffer(): Promise<Buffer> };
  };
  export type { Layout, Tag, Text };
  export default maker;
}

declare module "pdfmake/js/Renderer.js" {
  import type { Tag } from "pdfmake";

  export interface Word {
    text: string;
    x: number;
    width: number;
    leadingCut?: number;
    trailingCut?: number;
    isToTheLeft?: boolean;
    tag?: Tag;
  }

  /** An element of the structure of a document. */
  export interface Element {
    dictionary: { data: Record<string, unknown> };
    add(child: object): void;
  }

  export interface PdfKitDocument {
    struct(type: string, options?: { scope?: string }): Element;
    addStructure(element: Element): void;
    markContent(tag: string, options: { type: string }): void;
    markStructureContent(tag: string): object;
    endMarkedContent(): void;
  }

  export class Renderer {
    readonly pdfDocument: PdfKitDocument;
    renderLine(line: { inlines: Word[] }, x: number, y: number): void;
    renderVector(vector: object): void;
  }

  const module: { default: typeof Renderer };
  export default module;
}
