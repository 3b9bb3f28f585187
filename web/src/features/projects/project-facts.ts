import type { ProjectStatus } from "../../../../domain/projects/project.rules.ts";
import type { ProjectDetail } from "./project.queries.ts";

interface Person {
  id: string;
  name: string;
}

/** The editable fields of a project; dates as YYYY-MM-DD, empty if there is none. */
export interface ProjectFacts {
  name: string;
  description: string;
  status: ProjectStatus;
  start: string;
  end: string;
  customer: Person | null;
  auditor: Person | null;
}

export const factsOf = (project: ProjectDetail): ProjectFacts => ({
  name: project.name,
  description: project.description,
  status: project.status,
  start: project.period_start ?? "",
  end: project.period_end ?? "",
  customer: project.customer ?? null,
  auditor: project.auditor ?? null,
});

const orNull = (text: string): string | null => (text === "" ? null : text);

/** The fields in the API's format; people only from users who may assign them. */
export const changeOf = (
  { name, description, status, start, end, customer, auditor }: ProjectFacts,
  mayAssign: boolean,
) => ({
  name,
  description,
  status,
  period_start: orNull(start),
  period_end: orNull(end),
  ...(mayAssign && { customer_id: customer?.id ?? null, auditor_id: auditor?.id ?? null }),
});
