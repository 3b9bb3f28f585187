/** The part of pdfmake that is used here; its published types require those of the browser. */
declare module "pdfmake" {
  interface Placed {
    margin?: [left: number, top: number, right: number, bottom: number];
    fontSize?: number;
    color?: string;
    lineHeight?: number;
    alignment?: "left" | "right";
  }

  interface Text extends Placed {
    text: string | Text[];
    font?: string;
    preserveLeadingSpaces?: boolean;
    /** Whether the outline of the document lists it, by these words. */
    outline?: boolean;
    outlineText?: string;
    colSpan?: number;
    /** Ours: whether the paragraph runs to the left. Each word of the text has it too. */
    isToTheLeft?: boolean;
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
  };

  interface Definition {
    language?: string;
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
  export type { Layout, Text };
  export default maker;
}

declare module "pdfmake/js/Renderer.js" {
  interface Word {
    text: string;
    x: number;
    width: number;
    leadingCut?: number;
    trailingCut?: number;
    isToTheLeft?: boolean;
  }

  interface Line {
    inlines: Word[];
  }

  class Renderer {
    renderLine(line: Line, x: number, y: number): void;
  }

  const module: { default: typeof Renderer };
  export default module;
}
