import { Parser } from "htmlparser2";

export const NUMBERING_PART = "word/numbering.xml";

/** The list of a paragraph or style, and its level from 0. */
export interface NumberProperties {
  list?: string;
  level?: number;
}

/** One level of a list's definition. */
export interface Level {
  start: number;
  format: string;
  /** With %1 for the number of the first level, and so on. */
  text: string;
  /** The style of paragraphs that have this level. */
  style: string | undefined;
  /** Begins again after the levels below this one; 0 for never. */
  restart: number;
  allDigits: boolean;
}

interface Definition {
  levels: Level[];
  /** A style that has the levels instead. */
  link: string | undefined;
}

interface List {
  definition: string;
  /** The levels that this list starts at another number. */
  starts: Map<number, number>;
  levels: Map<number, Level>;
}

export interface Numbering {
  definitions: ReadonlyMap<string, Definition>;
  lists: ReadonlyMap<string, List>;
}

/** Word has nine. */
const MAX_LEVELS = 9;
const MAX_TEXT = 40;

/** A whole number, or else the default. */
function numberOf(value: string | undefined, otherwise: number): number {
  const number = Number.parseInt(value ?? "", 10);
  return number >= 0 ? number : otherwise;
}

/** Takes note of a property of the list of a paragraph or style. */
export function readNumberProperty(to: NumberProperties, tag: string, value: string | undefined): void {
  if (tag === "w:numId" && value !== undefined) to.list = value;
  else if (tag === "w:ilvl") to.level = Math.min(MAX_LEVELS - 1, numberOf(value, 0));
}

function readLevelProperty(level: Level, tag: string, value: string | undefined): void {
  if (tag === "w:start") level.start = numberOf(value, 0);
  else if (tag === "w:numFmt") level.format = value ?? level.format;
  else if (tag === "w:lvlText") level.text = (value ?? "").slice(0, MAX_TEXT);
  else if (tag === "w:pStyle") level.style = value;
  else if (tag === "w:lvlRestart") level.restart = numberOf(value, level.restart);
  else if (tag === "w:isLgl") level.allDigits = value !== "0" && value !== "false";
}

/** Lists and their definitions. */
export function readNumbering(xml: string): Numbering {
  const definitions = new Map<string, Definition>();
  const lists = new Map<string, List>();
  let [definition, list, level]: [Definition | null, List | null, Level | null] = [null, null, null];
  let overridden = 0;
  const beginLevel = (index: number) => {
    level = { start: 0, format: "decimal", text: "", style: undefined, restart: index, allDigits: false };
    if (index >= MAX_LEVELS) return;
    if (list !== null) list.levels.set(index, level);
    else if (definition !== null) definition.levels[index] = level;
  };
  const onopentag = (tag: string, attributes: Record<string, string>) => {
    const value = attributes["w:val"];
    if (tag === "w:abstractNum") {
      [definition, list, level] = [{ levels: [], link: undefined }, null, null];
      definitions.set(attributes["w:abstractNumId"] ?? "", definition);
    } else if (tag === "w:num") {
      [definition, list, level] = [null, { definition: "", starts: new Map(), levels: new Map() }, null];
      lists.set(attributes["w:numId"] ?? "", list);
    } else if (tag === "w:abstractNumId" && list !== null) list.definition = value ?? "";
    else if (tag === "w:numStyleLink" && definition !== null) definition.link = value;
    else if (tag === "w:lvlOverride") overridden = numberOf(attributes["w:ilvl"], 0);
    else if (tag === "w:startOverride") list?.starts.set(overridden, numberOf(value, 0));
    else if (tag === "w:lvl") beginLevel(numberOf(attributes["w:ilvl"], 0));
    else if (level !== null) readLevelProperty(level, tag, value);
  };
  new Parser({ onopentag }, { xmlMode: true }).end(xml);
  return { definitions, lists };
}
