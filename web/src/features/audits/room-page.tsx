import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import layout from "../../ui/layout.module.css";
import { projectQuery } from "../projects/project.queries.ts";
import { EvidenceByControl } from "./evidence-by-control.tsx";
import { Integrity } from "./integrity.tsx";
import { PackageCard } from "./package-card.tsx";
import { Requests } from "./requests.tsx";
import { VERDICTS } from "./verdict.ts";
import styles from "./audits.module.css";

const route = getRouteApi("/signed-in/audits/$projectId");

/** The page on which an auditor works on one project. */
export function RoomPage() {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useQuery(projectQuery(projectId)).data;
  return (
    <>
      <PageTitle title={t("auditing.room")}>
        <Note>{project?.name}</Note>
      </PageTitle>
      <div className={styles["split"]}>
        <EvidenceByControl
          projectId={projectId}
          shown={VERDICTS.find((one) => one === show) ?? "toDecide"}
          onShow={(to) => void navigate({ search: { show: to }, replace: true })}
        />
        <div className={layout["stack"]}>
          <Requests projectId={projectId} />
          <Integrity projectId={projectId} />
          <PackageCard projectId={projectId} />
        </div>
      </div>
    </>
  );
}
