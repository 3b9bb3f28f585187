import type { Section, Unit } from "./sections.ts";

/** Text that is packed together: one section, or several short ones under a common heading. */
export interface Group {
  path: string[];
  sheet: string | null;
  units: Unit[];
}

const sameStart = (a: readonly string[], b: readonly string[]): number => {
  const differs = a.findIndex((heading, index) => heading !== b[index]);
  return differs < 0 ? a.length : differs;
};

const costOfUnits = (units: readonly Unit[]): number => units.reduce((sum, { cost }) => sum + cost, 0);

/** The section as part of a merged group: its heading stands in the text. */
const withHeading = ({ heading, units }: Section): Unit[] => (heading ? [heading, ...units] : units);

/** Sections that have text; a heading with neither text nor sections with text below it becomes text of its own. */
function withText(sections: readonly Section[]): Section[] {
  const kept: Section[] = [];
  for (const section of sections.toReversed()) {
    const next = kept.at(-1);
    const leads = next && sameStart(section.path, next.path) === section.path.length;
    if (section.units.length > 0) kept.push(section);
    else if (section.heading && !leads) {
      kept.push({ ...section, path: section.path.slice(0, -1), heading: null, units: [section.heading] });
    }
  }
  return kept.reverse();
}

/** The headings that all have in common. */
const commonPath = (sections: readonly Section[]): string[] =>
  sections.map(({ path }) => path).reduce((common, path) => common.slice(0, sameStart(common, path)));

/** What a merged group leaves out of a section's path must stand in its text: its own heading, no more. */
const keepsHeadings = (section: Section, common: readonly string[]): boolean =>
  section.path.length - common.length <= (section.heading ? 1 : 0);

const toGroup = (sections: readonly Section[]): Group => ({
  path: commonPath(sections),
  sheet: sections[0]?.sheet ?? null,
  units: sections.length === 1 ? (sections[0]?.units ?? []) : sections.flatMap(withHeading),
});

/**
 * Joins neighbours on the same sheet under a common heading, as long as each is shorter than `small` and the whole stays
 * within `room`: a heading with one line below it is found better together with its neighbours.
 */
export function mergeSections(
  sections: readonly Section[],
  { small, room }: { small: number; room: number },
): Group[] {
  const clusters: Section[][] = [];
  const isSmall = ({ units }: Section) => costOfUnits(units) < small;
  for (const section of withText(sections)) {
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
