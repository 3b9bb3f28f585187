import { useTranslation } from "react-i18next";
import { SidePanel } from "../../ui/side-panel.tsx";
import { NextPeriod } from "./next-period.tsx";
import { ProjectDeletion } from "./project-deletion.tsx";
import type { ProjectDetail } from "./project.queries.ts";

interface ArchivedProps {
  project: ProjectDetail;
  onClose: () => void;
}

/** What can still be done with an archived project, beside its page. */
export function ArchivedProject({ project, onClose }: ArchivedProps) {
  const { t } = useTranslation();
  return (
    <SidePanel title={project.name} onClose={onClose}>
      <p>{t("project.readOnly")}</p>
      <NextPeriod projectId={project.id} />
      <ProjectDeletion project={project} />
    </SidePanel>
  );
}
