import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { controlsQuery } from "../controls/control.queries.ts";
import { SETTINGS } from "../../shell/settings.ts";
import { useMay } from "../identity/use-may.ts";
import { useProfile } from "../identity/use-profile.ts";
import { projectListQuery } from "../projects/project.queries.ts";
import { userListQuery } from "../users/user.queries.ts";
import { LEAST_LETTERS, passageSearchQuery, type Format, type Hit } from "./search.queries.ts";

/** A search result to open. */
export interface Find {
  key: string;
  kind: "page" | "project" | "person" | "control" | "passage";
  text: string;
  note?: string;
  /** A passage as HTML, with the words of the query in `<mark>`. */
  highlight?: string;
  to: LinkProps["to"];
  params?: Record<string, string>;
  search?: Record<string, string>;
}

const TYPING_MS = 220;
const MAX = 5;

const has = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase());

function usePages(): Find[] {
  const { t } = useTranslation();
  const { permissions } = useProfile();
  const pages: Find[] = [
    { key: "home", kind: "page", text: t("nav.home"), to: "/" },
    { key: "projects", kind: "page", text: t("nav.allProjects"), to: "/projects" },
  ];
  if (permissions.includes("evidence.review"))
    pages.push({ key: "review", kind: "page", text: t("nav.review"), to: "/review" });
  if (permissions.includes("evidence.accept"))
    pages.push({ key: "audits", kind: "page", text: t("nav.audits"), to: "/audits" });
  pages.push({ key: "me", kind: "page", text: t("nav.me"), to: "/me" });
  const settings = SETTINGS.filter(({ action }) => permissions.includes(action)).map(
    ({ text, to }): Find => ({ key: text, kind: "page", text: t(`nav.${text}`), to }),
  );
  return [...pages, ...settings];
}

/** Several passages of one file differ by their page and heading. */
const placeOf = ({ page, heading }: Hit, t: TFunction): string =>
  [page === null ? null : t("viewer.page", { page }), heading].filter(Boolean).join(" · ");

function passageFind(hit: Hit, t: TFunction): Find {
  const { chunk_id: key, evidence_id: evidenceId, title: text, highlight, ordinal } = hit;
  const [params, search] = [{ evidenceId }, { passage: String(ordinal) }];
  const note = placeOf(hit, t);
  const to = "/evidence/$evidenceId";
  return { key, kind: "passage", text, ...(note === "" ? {} : { note }), highlight, to, params, search };
}

/** The users that match the query, for those who may see the list of users. */
function usePeople(query: string): Find[] {
  const mayFind = useMay("user.find_auditors");
  const enabled = mayFind && query.length >= LEAST_LETTERS;
  const { data, isPlaceholderData } = useQuery({
    ...userListQuery({ limit: MAX, search: query }),
    enabled,
  });
  if (!enabled || isPlaceholderData) return [];
  return (data?.users ?? []).map(({ id: key, name, email }) => {
    const search = { user: key };
    return { key, kind: "person", text: name, note: email, to: "/settings/people", search };
  });
}

/** Pages, projects and people that match the query, and the current project's controls and evidence. */
export function useFinds(typed: string, projectId: string | undefined, format: Format | null) {
  const [query] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { t } = useTranslation();
  const { id } = useProfile();
  const people = usePeople(query);
  const pages = usePages().filter(({ text }) => has(text, typed));
  const wanted = query.length < LEAST_LETTERS ? {} : { search: query };
  const projects = useQuery(projectListQuery({ limit: MAX, ...wanted }));
  const controls = useQuery({ ...controlsQuery(projectId ?? ""), enabled: projectId !== undefined });
  const passages = useQuery(passageSearchQuery({ query, projectId, userId: id, format }));
  const controlFinds = (controls.data ?? [])
    .filter(({ number, title }) => query !== "" && has(`${number} ${title}`, query))
    .slice(0, MAX)
    .map(({ id: key, number, title }): Find => {
      const params = { projectId: projectId! };
      const to = "/projects/$projectId/controls";
      return { key, kind: "control", text: `${number} ${title}`, to, params, search: { control: number } };
    });
  // Ignore results of the previous query.
  const found = projects.isPlaceholderData ? [] : (projects.data?.projects ?? []);
  const projectFinds = found.map(({ id: key, name }): Find => {
    return { key, kind: "project", text: name, to: "/projects/$projectId", params: { projectId: key } };
  });
  const hits = query.length < LEAST_LETTERS ? [] : (passages.data?.results ?? []);
  const others = [...pages, ...projectFinds, ...controlFinds, ...people];
  return {
    // Only files have a format.
    finds: [...(format === null ? others : []), ...hits.map((hit) => passageFind(hit, t))],
    isSearching: passages.isFetching,
    error: passages.error,
  };
}
