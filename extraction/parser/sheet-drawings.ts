import { posix } from "node:path";
import type { WorkBook } from "@e965/xlsx";
import { Parser } from "htmlparser2";
import { cleanText } from "./clean-text.ts";

export type WorkbookFiles = WorkBook & { files?: Record<string, { content?: unknown }>; cfb?: unknown };

/** A text box, or a picture of a type that can be read. */
export type Drawing = { text: string } | { contentType: string; picture: Buffer };

const TYPES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

/** Pictures of other types, which cannot be read, are counted. */
const OTHER = "image/x-other";

/** Writers may use any prefix. */
const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Finds what is drawn on the sheets of a workbook. */
export class SheetDrawings {
  readonly #files: NonNullable<WorkbookFiles["files"]>;
  readonly #sheets: ReadonlyMap<string, string>;
  readonly #ids: (string | undefined)[];
  /** A drawing belongs to one sheet; damaged files may repeat it. */
  readonly #seen = new Set<string>();

  constructor({ files = {}, Workbook }: WorkbookFiles) {
    this.#files = files;
    this.#sheets = this.#relations("xl/workbook.xml");
    this.#ids = (Workbook?.Sheets ?? []).map((sheet) => (sheet as { id?: string }).id);
  }

  /** In the order of the file. `index` counts the sheets from 0. */
  of(index: number): Drawing[] {
    const sheet = this.#pathOf(index);
    if (sheet === undefined) return [];
    const parts = [...this.#relations(sheet).values()].filter((path) => /drawings\/[^/]+\.xml$/.test(path));
    return parts.flatMap((path) => this.#drawingsIn(path));
  }

  /** The XML of a sheet; null in another format. `index` counts the sheets from 0. */
  sheet(index: number): Buffer | null {
    return this.#bytes(this.#pathOf(index) ?? "");
  }

  #pathOf(index: number): string | undefined {
    return this.#sheets.get(this.#ids[index] ?? "");
  }

  #bytes(path: string): Buffer | null {
    const content = this.#files[path]?.content;
    return Buffer.isBuffer(content) ? content : null;
  }

  /** The parts to which one refers, by id. */
  #relations(path: string): Map<string, string> {
    const folder = posix.dirname(path);
    const found = new Map<string, string>();
    const onopentag = (_name: string, { Id, Target }: Record<string, string>) => {
      if (Id === undefined || Target === undefined) return;
      found.set(Id, Target.startsWith("/") ? Target.slice(1) : posix.join(folder, Target));
    };
    const xml = this.#bytes(posix.join(folder, "_rels", `${posix.basename(path)}.rels`));
    if (xml !== null) new Parser({ onopentag }, { xmlMode: true }).end(xml.toString("utf8"));
    return found;
  }

  #drawingsIn(path: string): Drawing[] {
    if (this.#seen.has(path)) return [];
    this.#seen.add(path);
    const relations = this.#relations(path);
    const found: Drawing[] = [];
    let [text, isText] = ["", false];
    const parser = new Parser(
      {
        onopentag: (name, attributes) => {
          isText = localName(name) === "t";
          if (localName(name) === "blip")
            found.push(...this.#picture(relations.get(attributes["r:embed"] ?? "")));
        },
        ontext: (piece) => {
          if (isText) text += piece;
        },
        onclosetag: (name) => {
          isText = false;
          if (localName(name) !== "p") return;
          found.push({ text: cleanText(text) });
          text = "";
        },
      },
      { xmlMode: true },
    );
    parser.end(this.#bytes(path)?.toString("utf8") ?? "");
    return found.filter((one) => !("text" in one) || one.text !== "");
  }

  #picture(path = ""): Drawing[] {
    const picture = this.#bytes(path);
    return picture === null
      ? []
      : [{ contentType: TYPES[posix.extname(path).toLowerCase()] ?? OTHER, picture }];
  }
}
