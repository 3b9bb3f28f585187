import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { controlsQuery } from "../controls/control.queries.ts";
import { useMay } from "../identity/use-may.ts";
import { useProfile } from "../identity/use-profile.ts";
import { projectListQuery } from "../projects/project.queries.ts";
import { userListQuery } from "../users/user.queries.ts";
import type { Find } from "./find.ts";
import type { Format } from "./formats.ts";
import { LEAST_LETTERS, passageSearchQuery, type Hit } from "./search.queries.ts";
import { usePages } from "./use-pages.ts";
import type { Scope } from "./use-scope.ts";

const TYPING_MS = 220;
const MAX = 5;

const has = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase());

/** Several passages of one file differ by their page and heading. */
const placeOf = ({ page, heading }: Hit, t: TFunction): string[] => [
  ...(page === null ? [] : [t("viewer.page", { page })]),
  ...(heading === null || heading === "" ? [] : [heading]),
];

function passageFind(hit: Hit, project: string | undefined, t: TFunction): Find {
  const { chunk_id: key, evidence_id: evidenceId, title: text, highlight, ordinal } = hit;
  const [params, search] = [{ evidenceId }, { passage: String(ordinal) }];
  const note = [...(project === undefined ? [] : [project]), ...placeOf(hit, t)].join(" · ");
  const to = "/evidence/$evidenceId";
  return { key, kind: "passage", text, ...(note === "" ? {} : { note }), highlight, to, params, search };
}

function usePassages(query: string, { chosen, searched }: Scope, format: Format | null) {
  const { t } = useTranslation();
  const { id: userId } = useProfile();
  const projectIds = searched.map(({ id }) => id);
  const { data, isFetching, error } = useQuery(passageSearchQuery({ query, projectIds, userId, format }));
  const hits = query.length < LEAST_LETTERS ? [] : (data ?? []);
  const nameOf = (hit: Hit) =>
    chosen === undefined ? searched.find(({ id }) => id === hit.project_id)?.name : undefined;
  return { passages: hits.map((hit) => passageFind(hit, nameOf(hit), t)), isFetching, error };
}

/** What is typed, and what the API is searched for: the same, once typing pauses. */
interface Typed {
  text: string;
  query: string;
}

/**
 * Of the results for an earlier query, those that match what is typed now: Enter opens what the list shows, so it must
 * neither show others nor be empty until the next results arrive.
 */
const matching = <T>(
  rows: readonly T[] = [],
  { text, query }: Typed,
  { isPlaceholderData, nameOf }: { isPlaceholderData: boolean; nameOf: (row: T) => string },
): readonly T[] =>
  query === text && !isPlaceholderData ? rows : rows.filter((row) => has(nameOf(row), text));

/** The users that match the query, for those who may see the list of users. */
function usePeople(typed: Typed): Find[] {
  const { query } = typed;
  const mayFind = useMay("user.find_auditors");
  const enabled = mayFind && query.length >= LEAST_LETTERS;
  const { data, isPlaceholderData } = useQuery({
    ...userListQuery({ limit: MAX, search: query }),
    enabled,
  });
  if (!enabled) return [];
  const nameOf = ({ name, email }: { name: string; email: string }) => `${name} ${email}`;
  return matching(data?.users, typed, { isPlaceholderData, nameOf }).map(({ id: key, name, email }) => {
    const search = { user: key };
    return { key, kind: "person", text: name, note: email, to: "/settings/people", search };
  });
}

function useControls(query: string, projectId: string | undefined): Find[] {
  const controls = useQuery({ ...controlsQuery(projectId ?? ""), enabled: projectId !== undefined });
  return (controls.data ?? [])
    .filter(({ number, title }) => query !== "" && has(`${number} ${title}`, query))
    .slice(0, MAX)
    .map(({ id: key, number, title }): Find => {
      const params = { projectId: projectId! };
      const to = "/projects/$projectId/controls";
      return { key, kind: "control", text: `${number} ${title}`, to, params, search: { control: number } };
    });
}

/** Pages, projects and people that match the query, the chosen project's controls, and evidence. */
export function useFinds(typed: string, scope: Scope, format: Format | null) {
  const text = typed.trim();
  const [query] = useDebouncedValue(text, TYPING_MS);
  const people = usePeople({ text, query });
  const pages = usePages(scope.chosen).filter((page) => has(page.text, text));
  const wanted = query.length < LEAST_LETTERS ? {} : { search: query };
  const { data, isPlaceholderData } = useQuery(projectListQuery({ limit: MAX, ...wanted }));
  const controls = useControls(text, scope.chosen?.id);
  const { passages, isFetching, error } = usePassages(query, scope, format);
  const nameOf = ({ name }: { name: string }) => name;
  const found = matching(data?.projects, { text, query }, { isPlaceholderData, nameOf });
  const projectFinds = found.map(({ id: key, name }): Find => {
    return { key, kind: "project", text: name, to: "/projects/$projectId", params: { projectId: key } };
  });
  const others = [...pages, ...projectFinds, ...controls, ...people];
  return {
    /** What is searched for: the typed text, once typing pauses. */
    query,
    // Only files have a format.
    finds: [...(format === null ? others : []), ...passages],
    // Until typing pauses, there is no result for what is typed.
    isSearching: isFetching || (text !== query && text.length >= LEAST_LETTERS),
    error,
  };
}
