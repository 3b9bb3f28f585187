import { builtInFramework, relatedControls } from "./catalogue.rules.ts";

export interface Counterpart {
  number: string;
  /** The controls they share or that connect them, by number. */
  through: string[];
}

const relatedNumbers = (framework: string, number: string): string[] =>
  relatedControls(framework, number).map(({ control }) => control.number);

/** Why evidence for `number` would serve `candidate` of the framework `to`. */
function linksBetween(from: string, number: string, to: string, candidate: string): string[] {
  if (from !== to) return relatedNumbers(from, number).includes(candidate) ? [number] : [];
  if (number === candidate) return [number];
  const related = new Set(relatedNumbers(to, candidate));
  return relatedNumbers(from, number).filter((each) => related.has(each));
}

/**
 * The controls of the framework `to` that evidence for `numbers` of the framework `from` could serve
 * according to the cross map: the related ones; within one framework the same ones, then those that share a
 * related one. Closest first.
 */
export function counterparts(from: string, numbers: readonly string[], to: string): Counterpart[] {
  const controls = builtInFramework(to)?.controls ?? [];
  const found = controls.map(({ number }) => ({
    number,
    through: [...new Set(numbers.flatMap((each) => linksBetween(from, each, to, number)))],
  }));
  const isSame = ({ number }: Counterpart): number => Number(from === to && numbers.includes(number));
  return found
    .filter(({ through }) => through.length > 0)
    .toSorted((a, b) => isSame(b) - isSame(a) || b.through.length - a.through.length);
}

/** The default controls of a copy: the related ones, or within one framework the same ones. */
export function defaultControls(from: string, numbers: readonly string[], to: string): string[] {
  if (from === to) return [...numbers];
  const order = builtInFramework(to)?.controls.map(({ number }) => number) ?? [];
  const related = new Set(numbers.flatMap((number) => relatedNumbers(from, number)));
  return order.filter((number) => related.has(number));
}
