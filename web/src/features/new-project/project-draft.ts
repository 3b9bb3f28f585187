import type { paths } from "../../http/schema.d.ts";
import { endOfDay } from "../../i18n/day-bounds.ts";
import type { TrustCategory } from "../../../../domain/frameworks/framework.rules.ts";

export type NewProjectBody = NonNullable<
  paths["/projects"]["post"]["requestBody"]
>["content"]["application/json"];

/** What has been entered so far; days are `YYYY-MM-DD`, and empty texts are not given. */
export interface ProjectDraft {
  name: string;
  description: string;
  framework: string;
  /** Null for all of the framework. */
  categories: TrustCategory[] | null;
  customerId: string;
  auditorId: string;
  start: string;
  end: string;
  milestone: string;
  due: string;
}

export const EMPTY_DRAFT: ProjectDraft = {
  name: "",
  description: "",
  framework: "",
  categories: null,
  customerId: "",
  auditorId: "",
  start: "",
  end: "",
  milestone: "",
  due: "",
};

const isOfKind = (name: keyof ProjectDraft, value: unknown): boolean =>
  name === "categories" ? Array.isArray(value) : typeof value === "string";

/** A stored draft; fields that another version of the console stored differently are empty. */
export function readDraft(text: string): ProjectDraft {
  try {
    const stored = (JSON.parse(text) ?? {}) as Partial<ProjectDraft>;
    const names = Object.keys(EMPTY_DRAFT) as (keyof ProjectDraft)[];
    const kept = names.filter((name) => isOfKind(name, stored[name])).map((name) => [name, stored[name]]);
    return { ...EMPTY_DRAFT, ...Object.fromEntries(kept) } as ProjectDraft;
  } catch {
    return EMPTY_DRAFT;
  }
}

const given = <K extends string>(key: K, value: string): Partial<Record<K, string>> =>
  value === "" ? {} : ({ [key]: value } as Record<K, string>);

/** The request that creates the project. A milestone is due at the end of its day in the user's time zone. */
export const bodyOf = (draft: ProjectDraft, timeZone: string): NewProjectBody => ({
  name: draft.name.trim(),
  framework: draft.framework,
  ...given("description", draft.description.trim()),
  ...(draft.categories === null ? {} : { categories: draft.categories }),
  ...given("customer_id", draft.customerId),
  ...given("auditor_id", draft.auditorId),
  ...given("period_start", draft.start),
  ...given("period_end", draft.end),
  ...(draft.milestone.trim() === "" || draft.due === ""
    ? {}
    : { milestones: [{ name: draft.milestone.trim(), due_date: endOfDay(draft.due, timeZone) }] }),
});
