import { useTranslation } from "react-i18next";
import { SETTINGS } from "../../shell/settings.ts";
import { useProfile } from "../identity/use-profile.ts";
import type { Find } from "./find.ts";

const OF_PROJECT = [
  "controls",
  "evidence",
  "findings",
  "policies",
  "questionnaires",
  "reports",
  "assistant",
] as const;

/** The project, if any, whose pages are offered too. */
interface NamedProject {
  id: string;
  name: string;
}

/** The pages that the user may see: first those of the project. */
export function usePages(project: NamedProject | undefined): Find[] {
  const { t } = useTranslation();
  const { permissions } = useProfile();
  const pages: Find[] = [];
  if (project !== undefined) {
    const [params, note] = [{ projectId: project.id }, project.name];
    const overview = { key: "overview", text: t("nav.overview"), to: "/projects/$projectId" } as const;
    pages.push({ ...overview, kind: "page", note, params });
    for (const name of OF_PROJECT) {
      const to = `/projects/$projectId/${name}` as const;
      pages.push({ key: name, kind: "page", text: t(`nav.${name}`), note, to, params });
    }
  }
  pages.push({ key: "home", kind: "page", text: t("nav.home"), to: "/" });
  pages.push({ key: "projects", kind: "page", text: t("nav.allProjects"), to: "/projects" });
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
