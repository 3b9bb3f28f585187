import type { Level, NumberProperties, Numbering } from "./docx-numbering.ts";
import { chainOf, type Styles } from "./docx-styles.ts";
import { listNumber } from "./list-number.ts";

/** Definitions that refer to others, at most. */
const MAX_LINKS = 5;

interface Place {
  list: string;
  definition: string;
  index: number;
}

/** Counts the numbered paragraphs of a document as Word does, in their order. */
export class DocxCounter {
  readonly #numbering: Numbering;
  readonly #styles: Styles;
  /** The last number of each level, by definition: lists with the same one continue each other. */
  readonly #counts = new Map<string, (number | undefined)[]>();
  /** The levels of lists that have begun with their own number. */
  readonly #begun = new Set<string>();

  constructor(numbering: Numbering, styles: Styles) {
    [this.#numbering, this.#styles] = [numbering, styles];
  }

  /** The number of the next paragraph as printed; empty if it has none. */
  next(style: string, own: NumberProperties): string {
    const place = this.#placeOf(style, own);
    const level = place === null ? undefined : this.#levelAt(place);
    if (place === null || level === undefined) return "";
    const counts = this.#count(place, level);
    if (level.format === "bullet") return "";
    const format = (index: number) => {
      const at = this.#levelAt({ ...place, index });
      const number = counts[index] ?? at?.start ?? 1;
      return listNumber(
        number,
        level.allDigits && at?.format !== "none" ? "decimal" : (at?.format ?? "decimal"),
      );
    };
    return level.text.replaceAll(/%([1-9])/g, (_all, n: string) => format(Number(n) - 1)).trim();
  }

  #count(place: Place, level: Level): (number | undefined)[] {
    const { list, definition, index } = place;
    const counts = this.#counts.get(definition) ?? [];
    this.#counts.set(definition, counts);
    const last = counts[index];
    const key = `${list}/${index}`;
    const start = this.#begun.has(key) ? undefined : this.#numbering.lists.get(list)?.starts.get(index);
    this.#begun.add(key);
    counts[index] = start ?? (last === undefined ? level.start : last + 1);
    for (let deeper = index + 1; deeper < counts.length; deeper += 1)
      if (index < (this.#levelAt({ ...place, index: deeper })?.restart ?? deeper)) counts[deeper] = undefined;
    return counts;
  }

  #levelAt({ list, definition, index }: Place): Level | undefined {
    const own = this.#numbering.lists.get(list)?.levels.get(index);
    return own ?? this.#numbering.definitions.get(definition)?.levels[index];
  }

  #placeOf(style: string, own: NumberProperties): Place | null {
    const chain = chainOf(this.#styles, style);
    const numbered = chain.find(({ list }) => list !== undefined);
    const list = own.list ?? numbered?.list;
    const definition = this.#definitionOf(list);
    if (list === undefined || definition === null) return null;
    const levels = this.#numbering.definitions.get(definition)?.levels ?? [];
    const ofStyle = levels.findIndex((level) => level?.style !== undefined && level.style === numbered?.id);
    const index = own.level ?? chain.find(({ level }) => level !== undefined)?.level ?? Math.max(0, ofStyle);
    return { list, definition, index };
  }

  #definitionOf(list: string | undefined): string | null {
    let id = this.#numbering.lists.get(list ?? "")?.definition;
    for (let n = 0; n < MAX_LINKS && id !== undefined; n += 1) {
      const link = this.#numbering.definitions.get(id)?.link;
      if (link === undefined) return id;
      id = this.#numbering.lists.get(this.#styles.get(link)?.list ?? "")?.definition;
    }
    return null;
  }
}
