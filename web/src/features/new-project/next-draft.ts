import type { ProjectDetail } from "../projects/project.queries.ts";
import { EMPTY_DRAFT, type ProjectDraft } from "./project-draft.ts";

const DAY_MS = 86_400_000;
const YEAR = /20\d\d(?!\d)/g;

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
const isYear = (days: number): boolean => days === 364 || days === 365;

/** The period after this one, as long as it: a year stays a year, whatever its days. */
function periodAfter(start: string, end: string): { start: string; end: string } {
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS;
  const next = new Date(Date.parse(end) + DAY_MS);
  const last = isYear(days)
    ? Date.UTC(next.getUTCFullYear() + 1, next.getUTCMonth(), next.getUTCDate()) - DAY_MS
    : next.getTime() + days * DAY_MS;
  return { start: day(next.getTime()), end: day(last) };
}

/** A name for the next period: its years are one later. */
const nameAfter = (name: string): string => name.replaceAll(YEAR, (year) => String(Number(year) + 1));

/** The draft of the project that follows this one: the same framework, scope and people, in the next period. */
export const nextDraft = (project: ProjectDetail): ProjectDraft => ({
  ...EMPTY_DRAFT,
  name: nameAfter(project.name),
  description: project.description,
  framework: project.framework,
  categories: project.categories,
  customerId: project.customer_id ?? "",
  auditorId: project.auditor_id ?? "",
  ...(project.period_start === null || project.period_end === null
    ? {}
    : periodAfter(project.period_start, project.period_end)),
});
