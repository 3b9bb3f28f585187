import type { WorkflowDefinition } from "./workflow-definition.ts";

/** The subject of a workflow, without names of people, projects or files. */
export interface SummarySubject {
  projectId?: string | undefined;
  control?: string | undefined;
  fileType?: string | undefined;
  fileBytes?: number | undefined;
}

/** The random end of an id; its beginning is the time. */
const shortId = (id: string): string => id.slice(-8);

const UNITS = ["bytes", "kB", "MB", "GB"] as const;

function sizeOf(bytes: number): string {
  const inUnit = (power: number): number => Number((bytes / 1_000 ** power).toFixed(1));
  const fits = UNITS.findIndex((_unit, power) => inUnit(power) < 1_000);
  const power = fits < 0 ? UNITS.length - 1 : fits;
  return `${inUnit(power)} ${UNITS[power]}`;
}

/** For operators: the action of a workflow and its subject. The memo has the same as fields. */
export function summarize(
  { summary }: Pick<WorkflowDefinition, "summary">,
  { projectId, control, fileType, fileBytes }: SummarySubject = {},
): { staticSummary: string; memo?: Record<string, unknown> } {
  const project = projectId && shortId(projectId);
  const size = fileBytes === undefined ? undefined : sizeOf(fileBytes);
  const about = [fileType, size, control, project && `project ${project}`].filter(Boolean);
  const staticSummary = [summary, ...about].join(" · ");
  if (about.length === 0) return { staticSummary };
  const known = Object.entries({ project, control, fileType, fileBytes }).filter(([, value]) => value);
  return { staticSummary, memo: Object.fromEntries(known) };
}
