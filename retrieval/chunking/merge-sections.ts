import type { Section, Unit } from "./sections.ts";

/** Text that is packed together: one section, or several short ones under a common heading. */
export interface Group {
  path: string[];
  sheet: string | null;
  units: Unit[];
}

interface Limits {
  small: number;
  room: number;
  /** Whether these have no meaning by themselves. */
  isBare(units: readonly Unit[]): boolean;
}

const sameStart = (a: readonly string[], b: readonly string[]): number => {
  const differs = a.findIndex((heading, index) => heading !== b[index]);
  return differs < 0 ? a.length : differs;
};

const costOfUnits = (units: readonly Unit[]): number => units.reduce((sum, { cost }) => sum + cost, 0);

/** The section within a merged group: its text includes its heading. */
const withHeading = ({ heading, units }: Section): Unit[] => (heading ? [heading, ...units] : units);

/** The section with its heading as part of its text. */
const headingAsText = (section: Section, heading: Unit): Section => ({
  ...section,
  path: section.path.slice(0, -1),
  heading: null,
  units: [heading, ...section.units],
});

/**
 * Sections with text. A heading with neither text nor sections below becomes text itself, and so does one
 * above a bare number, which the heading describes.
 */
function withText(sections: readonly Section[], isBare: Limits["isBare"]): Section[] {
  const kept: Section[] = [];
  for (const section of sections.toReversed()) {
    const { heading, units, path } = section;
    const next = kept.at(-1);
    const leads = next && sameStart(path, next.path) === path.length;
    if (heading && units.length > 0 && isBare(units)) kept.push(headingAsText(section, heading));
    else if (units.length > 0) kept.push(section);
    else if (heading && !leads) kept.push(headingAsText(section, heading));
    // The contents of a sheet form a section below the sheet's name.
    else if (heading && next && !next.heading && next.path.length === path.length && isBare(next.units))
      kept.splice(-1, 1, headingAsText(next, heading));
  }
  return kept.reverse();
}

/** The headings that all sections share. */
const commonPath = (sections: readonly Section[]): string[] =>
  sections.map(({ path }) => path).reduce((common, path) => common.slice(0, sameStart(common, path)));

/** A merged group may drop only a section's own heading from its path, because the text includes it. */
const keepsHeadings = (section: Section, common: readonly string[]): boolean =>
  section.path.length - common.length <= (section.heading ? 1 : 0);

const toGroup = (sections: readonly Section[]): Group => ({
  path: commonPath(sections),
  sheet: sections[0]?.sheet ?? null,
  units: sections.length === 1 ? (sections[0]?.units ?? []) : sections.flatMap(withHeading),
});

/**
 * Merges neighbours on the same sheet under a common heading while each is shorter than `small` and the whole
 * fits into `room`: a heading with a single line is found better together with its neighbours.
 */
export function mergeSections(sections: readonly Section[], { small, room, isBare }: Limits): Group[] {
  const clusters: Section[][] = [];
  const isSmall = ({ units }: Section) => costOfUnits(units) < small;
  for (const section of withText(sections, isBare)) {
    const open = clusters.at(-1);
    const together = [...(open ?? []), section];
    const common = commonPath(together);
    const fits =
      together.every((member) => isSmall(member) && member.sheet === section.sheet) &&
      together.every((member) => keepsHeadings(member, common)) &&
      costOfUnits(together.flatMap(withHeading)) <= room;
    if (open && fits) open.push(section);
    else clusters.push([section]);
  }
  return clusters.map(toGroup);
}
