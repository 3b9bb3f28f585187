import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Empty } from "../../ui/empty.tsx";
import { Modal } from "../../ui/modal.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { allowedRowsQuery } from "../identity/session.queries.ts";
import type { Project } from "../projects/project.queries.ts";
import { useFoundProjects } from "../projects/use-found-projects.ts";
import styles from "./upload.module.css";

interface OpenProjectsProps {
  projects: readonly Project[];
  onChoose: (projectId: string) => void;
}

/** The projects that the user may add evidence to. */
function OpenProjects({ projects, onChoose }: OpenProjectsProps) {
  const { t } = useTranslation();
  const ids = projects.map(({ id }) => id);
  return (
    <WhenLoaded query={useQuery(allowedRowsQuery({ on: "project", ids, action: "evidence.upload" }))}>
      {(open) =>
        open.size === 0 ? (
          <Empty title={t("upload.noProject")} />
        ) : (
          <ul>
            {projects
              .filter(({ id }) => open.has(id))
              .map(({ id, name }) => (
                <li key={id}>
                  <button type="button" onClick={() => onChoose(id)}>
                    {name}
                  </button>
                </li>
              ))}
          </ul>
        )
      }
    </WhenLoaded>
  );
}

interface ChooseProjectProps {
  files: readonly File[];
  onChoose: (projectId: string) => void;
  onClose: () => void;
}

/** Asks which project dropped files are evidence for. */
export function ChooseProject({ files, onChoose, onClose }: ChooseProjectProps) {
  const { t } = useTranslation();
  const { query, search, setSearch, isSearchable } = useFoundProjects({ sort: "updated_at", order: "desc" });
  return (
    <Modal label={t("upload.title")} onClose={onClose}>
      <div className={styles["choose"]}>
        <h2>{t("upload.whichProject", { count: files.length })}</h2>
        {isSearchable && <SearchField label={t("projects.find")} value={search} onSearch={setSearch} />}
        <WhenLoaded query={query}>
          {({ projects }) => <OpenProjects projects={projects} onChoose={onChoose} />}
        </WhenLoaded>
      </div>
    </Modal>
  );
}
