import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { useSetProjectOfPage } from "../../ui/project-of-page.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { projectQuery } from "../projects/project.queries.ts";
import { FiledEvidence } from "./filed-evidence.tsx";
import { FilePolicy } from "./file-policy.tsx";
import { PolicyApproval, PolicyState } from "./policy-approval.tsx";
import { PolicyComparison } from "./policy-comparison.tsx";
import { PolicyEditor } from "./policy-editor.tsx";
import { PolicyDeletion, PolicyQuality, PolicyVersions } from "./policy-sides.tsx";
import { policyQuery, policyVersionsQuery, type PolicyDetail } from "./policy.queries.ts";
import styles from "./policies.module.css";

const route = getRouteApi("/signed-in/policies/$policyId");
const FORMATS = ["pdf", "docx", "md"] as const;

type Tagged = PolicyDetail & { tag: string | null };

function Downloads({ policy, version }: { policy: Tagged; version: number }) {
  const { t } = useTranslation();
  return (
    <div className={layout["inline"]} data-screen-only>
      <Note>{t("policies.download")}:</Note>
      {FORMATS.map((format) => (
        <a
          key={format}
          href={`/api/v1/policies/${policy.id}/file?format=${format}&version=${version}`}
          download
        >
          {format.toUpperCase()}
        </a>
      ))}
    </div>
  );
}

/** The text of the requested version; an older one is marked as such. */
function useShown(policy: Tagged, version: number | undefined) {
  const { data } = useQuery({ ...policyVersionsQuery(policy.id), enabled: version !== undefined });
  return data?.versions.find((one) => one.version === version) ?? policy;
}

function Reading({ policy, mayWrite }: { policy: Tagged; mayWrite: boolean }) {
  const { t } = useTranslation();
  const { version, compare } = route.useSearch();
  const shown = useShown(policy, version);
  const isOld = shown.version !== policy.version;
  return (
    <div className={styles["split"]}>
      {compare === undefined ? (
        <Card>
          {isOld && (
            <p role="status">
              {t("policies.shownOld", { version: shown.version })}{" "}
              <Link from="/policies/$policyId" to="." search={{}}>
                {t("policies.toLatest")}
              </Link>
            </p>
          )}
          <Markdown text={shown.content} />
        </Card>
      ) : (
        <PolicyComparison policyId={policy.id} versions={[compare, shown.version]} />
      )}
      <div className={layout["stack"]}>
        <Downloads policy={policy} version={shown.version} />
        {policy.project_id !== null && <PolicyApproval policy={policy} projectId={policy.project_id} />}
        {policy.project_id !== null && <FiledEvidence policyId={policy.id} projectId={policy.project_id} />}
        {mayWrite && policy.project_id !== null && (
          <FilePolicy policy={policy} projectId={policy.project_id} />
        )}
        <div className={layout["stack"]} data-screen-only>
          <PolicyVersions policy={policy} shown={shown.version} />
          <PolicyQuality reasons={shown.quality_reasons} />
          {mayWrite && <PolicyDeletion policy={policy} />}
        </div>
      </div>
    </div>
  );
}

function One({ policy }: { policy: Tagged }) {
  const { t } = useTranslation();
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  const { project_id: projectId } = policy;
  useSetProjectOfPage(projectId);
  const project = useQuery({ ...projectQuery(projectId ?? ""), enabled: projectId !== null }).data;
  const permissions = useQuery(permissionsQuery({ policy_id: policy.id })).data;
  const mayWrite = permissions?.has("policy.write") === true;
  const isEditing = edit !== undefined && mayWrite;
  return (
    <>
      <PageTitle title={policy.title}>
        {projectId !== null && <PolicyState policy={policy} projectId={projectId} />}
        <Note>
          {policy.company_name} · {t("policies.versionOf", { version: policy.version })} ·{" "}
          {t("quality.of", { score: policy.quality_score })}
          {policy.project_id !== null && (
            <>
              {" · "}
              <Link to="/projects/$projectId/policies" params={{ projectId: policy.project_id }}>
                {project?.name ?? t("policies.title")}
              </Link>
            </>
          )}
        </Note>
        {mayWrite && !isEditing && (
          <Button variant="default" onClick={() => void navigate({ search: { edit: "text" } })}>
            {t("policies.edit")}
          </Button>
        )}
      </PageTitle>
      {isEditing ? (
        <PolicyEditor policy={policy} onClose={() => void navigate({ search: {} })} />
      ) : (
        <Reading policy={policy} mayWrite={mayWrite} />
      )}
    </>
  );
}

/** One policy: read, edited, and every version of it. */
export function PolicyPage() {
  const { policyId } = route.useParams();
  return (
    <WhenLoaded query={useQuery(policyQuery(policyId))} lines={12}>
      {(policy) => <One policy={policy} />}
    </WhenLoaded>
  );
}
