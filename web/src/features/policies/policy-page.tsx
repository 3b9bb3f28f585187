import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Loading } from "../../ui/loading.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { useSetProjectOfPage } from "../../ui/project-of-page.ts";
import { hasDraft } from "../../ui/use-draft.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { filedPoliciesQuery } from "../evidence/evidence.queries.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { projectQuery } from "../projects/project.queries.ts";
import { FiledEvidence } from "./filed-evidence.tsx";
import { FilePolicy } from "./file-policy.tsx";
import { PolicyApproval, PolicyState } from "./policy-approval.tsx";
import { PolicyComparison } from "./policy-comparison.tsx";
import { PolicyEditor, policyDraftOf } from "./policy-editor.tsx";
import { PolicyDeletion, PolicyQuality, PolicyVersions } from "./policy-sides.tsx";
import { policyQuery, type PolicyDetail } from "./policy.queries.ts";
import { NoSuchVersion, ShownVersion, useShownVersion } from "./shown-version.tsx";
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

function Reading({ policy, mayWrite }: { policy: Tagged; mayWrite: boolean }) {
  const { version, compare } = route.useSearch();
  const { shown, query } = useShownVersion(policy, version);
  const exists = shown !== null && shown !== undefined;
  return (
    <div className={styles["split"]}>
      {shown === undefined ? (
        <WhenLoaded query={query} lines={12}>
          {() => null}
        </WhenLoaded>
      ) : shown === null ? (
        <NoSuchVersion policy={policy} version={version!} />
      ) : compare === undefined || !exists ? (
        <ShownVersion policy={policy} shown={shown} />
      ) : (
        <PolicyComparison policyId={policy.id} versions={[compare, shown.version]} />
      )}
      <div className={layout["stack"]}>
        {exists && <Downloads policy={policy} version={shown.version} />}
        {policy.project_id !== null && <PolicyApproval policy={policy} projectId={policy.project_id} />}
        {policy.project_id !== null && <FiledEvidence policyId={policy.id} projectId={policy.project_id} />}
        {mayWrite && policy.project_id !== null && (
          <FilePolicy policy={policy} projectId={policy.project_id} />
        )}
        <div className={layout["stack"]} data-screen-only>
          <PolicyVersions policy={policy} shown={exists ? shown.version : null} />
          {exists && <PolicyQuality reasons={shown.quality_reasons} />}
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
  // Which version is in force: what appears later would move the text.
  const { isLoading } = useQuery({ ...filedPoliciesQuery(projectId ?? ""), enabled: projectId !== null });
  const permissions = useQuery(permissionsQuery({ policy_id: policy.id })).data;
  const mayWrite = permissions?.has("policy.write") === true;
  // Someone may archive the project while the user types.
  const isArchived = project?.status === "archived";
  const isEditing = edit !== undefined && (mayWrite || (isArchived && hasDraft(policyDraftOf(policy))));
  const [wasEditing, setWasEditing] = useState(isEditing);
  if (isEditing && !wasEditing) setWasEditing(true);
  if (isLoading) return <Loading lines={12} />;
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
          <Button
            variant="default"
            autoFocus={wasEditing}
            onClick={() => void navigate({ search: { edit: "text" } })}
          >
            {t("action.edit")}
          </Button>
        )}
      </PageTitle>
      {isEditing ? (
        <PolicyEditor policy={policy} isArchived={isArchived} onClose={() => void navigate({ search: {} })} />
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
