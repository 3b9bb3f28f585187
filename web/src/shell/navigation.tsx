import {
  IconAlertTriangle,
  IconBook2,
  IconChecklist,
  IconFiles,
  IconFileText,
  IconFileZip,
  IconFolder,
  IconGavel,
  IconHome,
  IconLayoutDashboard,
  IconListDetails,
  IconMessageQuestion,
  IconRubberStamp,
  IconStack2,
  type Icon,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, type LinkProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { evidenceListQuery } from "../features/evidence/evidence.queries.ts";
import { useProfile } from "../features/identity/use-profile.ts";
import { Bell } from "../features/notifications/bell.tsx";
import { latestProjectsQuery, projectQuery } from "../features/projects/project.queries.ts";
import { PaletteOpener } from "../features/search/palette-opener.tsx";
import { isMissing } from "../http/is-missing.ts";
import { useFormat } from "../i18n/use-format.ts";
import { Brand } from "./brand.tsx";
import { LOOK_MS } from "./look-ms.ts";
import { PersonMenu } from "./person-menu.tsx";
import { SETTINGS } from "./settings.ts";
import styles from "./shell.module.css";

interface EntryProps {
  to: LinkProps["to"];
  params?: { projectId: string };
  search?: object;
  icon: Icon;
  text: string;
  count?: number | undefined;
  exact?: boolean;
  /** A long text gets a second line. */
  wraps?: boolean;
  /** The page is one of its list, with a URL of its own. */
  holds?: boolean;
}

function Entry({ to, params, search, icon: Sign, text, count, exact = false, wraps, holds }: EntryProps) {
  const format = useFormat();
  return (
    <Link
      to={to as "/"}
      {...(params === undefined ? {} : { params: params as never })}
      search={(search ?? {}) as never}
      activeOptions={{ exact, includeSearch: false }}
      className={styles["link"]}
      data-wraps={wraps}
      data-holds={holds}
    >
      <Sign size={17} stroke={1.7} aria-hidden />
      <span title={text}>{text}</span>
      {count !== undefined && count > 0 && <span className={styles["count"]}>{format.number(count)}</span>}
    </Link>
  );
}

function Projects({ without }: { without: string | undefined }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...latestProjectsQuery, refetchInterval: LOOK_MS });
  // The latest ones, but in an order that does not change with every upload.
  const projects = data?.projects.toSorted((a, b) => a.name.localeCompare(b.name)) ?? [];
  return (
    <>
      <h2 className={styles["heading"]}>{t("nav.projects")}</h2>
      {projects
        .filter(({ id }) => id !== without)
        .map(({ id, name }) => (
          <Entry
            key={id}
            to="/projects/$projectId"
            params={{ projectId: id }}
            icon={IconFolder}
            text={name}
            wraps
          />
        ))}
      <Entry to="/projects" icon={IconStack2} text={t("nav.allProjects")} exact />
    </>
  );
}

/** The links of a project; none once it was deleted, because they would lead nowhere. */
function InProject({ projectId }: { projectId: string }) {
  const { data, error } = useQuery(projectQuery(projectId));
  if (isMissing(error)) return null;
  return <ProjectLinks projectId={projectId} name={data?.name} />;
}

function ProjectLinks({ projectId, name }: { projectId: string; name: string | undefined }) {
  const { t } = useTranslation();
  const { evidenceId, policyId, questionnaireId } = useParams({ strict: false });
  const params = { projectId };
  return (
    <>
      <h2 className={styles["heading"]} data-name>
        {name ?? t("nav.thisProject")}
      </h2>
      <Entry
        to="/projects/$projectId"
        params={params}
        icon={IconLayoutDashboard}
        text={t("nav.overview")}
        exact
      />
      <Entry
        to="/projects/$projectId/controls"
        params={params}
        icon={IconChecklist}
        text={t("nav.controls")}
      />
      <Entry
        to="/projects/$projectId/evidence"
        params={params}
        icon={IconFiles}
        text={t("nav.evidence")}
        holds={evidenceId !== undefined}
      />
      <Entry
        to="/projects/$projectId/findings"
        params={params}
        icon={IconAlertTriangle}
        text={t("nav.findings")}
      />
      <Entry
        to="/projects/$projectId/policies"
        params={params}
        icon={IconFileText}
        text={t("nav.policies")}
        holds={policyId !== undefined}
      />
      <Entry
        to="/projects/$projectId/questionnaires"
        params={params}
        icon={IconListDetails}
        text={t("nav.questionnaires")}
        holds={questionnaireId !== undefined}
      />
      <Entry to="/projects/$projectId/reports" params={params} icon={IconFileZip} text={t("nav.reports")} />
      <Entry
        to="/projects/$projectId/assistant"
        params={params}
        icon={IconMessageQuestion}
        text={t("nav.assistant")}
      />
    </>
  );
}

function ReviewEntry() {
  const { t } = useTranslation();
  const { data } = useQuery(evidenceListQuery({ status: "pending", reviewable: "true", limit: 1 }));
  return <Entry to="/review" icon={IconGavel} text={t("nav.review")} count={data?.pagination.total} />;
}

function Settings() {
  const { t } = useTranslation();
  const { permissions } = useProfile();
  return (
    <>
      <h2 className={styles["heading"]}>{t("nav.settings")}</h2>
      {SETTINGS.filter(({ action }) => permissions.includes(action)).map(({ to, icon, text }) => (
        <Entry key={text} to={to} icon={icon} text={t(`nav.${text}`)} />
      ))}
    </>
  );
}

interface NavigationProps {
  projectId: string | undefined;
  onSearch: () => void;
  onNotifications: () => void;
}

/** Links to the pages that the user may see. */
export function Navigation({ projectId, onSearch, onNotifications }: NavigationProps) {
  const { t } = useTranslation();
  const { permissions } = useProfile();
  return (
    <>
      <div className={styles["top"]}>
        <Brand />
        <Bell onOpen={onNotifications} />
      </div>
      <PaletteOpener onOpen={onSearch} />
      <Entry to="/" icon={IconHome} text={t("nav.home")} exact />
      {permissions.includes("evidence.review") && <ReviewEntry />}
      {permissions.includes("evidence.accept") && (
        <Entry to="/audits" icon={IconRubberStamp} text={t("nav.audits")} />
      )}
      {projectId !== undefined && <InProject projectId={projectId} />}
      <Projects without={projectId} />
      <Settings />
      <div className={styles["end"]}>
        <a href="/docs" className={styles["link"]}>
          <IconBook2 size={17} stroke={1.7} aria-hidden />
          <span>{t("nav.api")}</span>
        </a>
        <PersonMenu />
      </div>
    </>
  );
}
