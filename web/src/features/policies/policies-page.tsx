import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { AddressPager } from "../../ui/address-pager.tsx";
import { AddressSearch } from "../../ui/address-search.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { NoRows } from "../../ui/no-rows.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { hasDraft } from "../../ui/use-draft.ts";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { useIsArchived } from "../projects/use-is-archived.ts";
import { NewPolicy, newPolicyDraft } from "./new-policy.tsx";
import { ApprovalBadge, useApprovals } from "./policy-approval.tsx";
import { policyListQuery, type Policy } from "./policy.queries.ts";

const route = getRouteApi("/signed-in/projects/$projectId/policies");
const PAGE_ROWS = 25;

interface PoliciesProps {
  policies: readonly Policy[];
  projectId: string;
  mayWrite: boolean;
  isFiltered: boolean;
}

function Policies({ policies, projectId, mayWrite, isFiltered }: PoliciesProps) {
  const { t } = useTranslation();
  const approvalOf = useApprovals(projectId);
  if (policies.length === 0)
    return (
      <NoRows isFiltered={isFiltered} title={t("policies.none")}>
        {mayWrite && t("policies.noneHint")}
      </NoRows>
    );
  return (
    <DataTable
      columns={[
        { text: t("policies.name") },
        { text: t("policies.approval") },
        { text: t("policies.owner"), wide: true },
        { text: t("policies.changed"), wide: true },
        { text: t("policies.version"), number: true, wide: "more" },
        { text: t("policies.quality"), number: true, wide: true },
      ]}
    >
      {policies.map((policy) => {
        const { id, title, mode, owner, generated_at: at, version, quality_score: quality } = policy;
        const approval = approvalOf(policy);
        return (
          <tr key={id}>
            <td>
              <Link className={table["rowLink"]} to="/policies/$policyId" params={{ policyId: id }}>
                {title}
              </Link>
              <div className={table["under"]}>{t(`policyMode.${mode}`)}</div>
            </td>
            <td>{approval !== null && <ApprovalBadge {...approval} />}</td>
            <td data-wide>{owner?.name ?? "–"}</td>
            <td data-wide>
              <When at={at} />
            </td>
            <td data-number data-wide="more">
              {version}
            </td>
            <td data-number data-wide>
              {quality}
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}

/** The policies of a project. */
export function PoliciesPage() {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const { q, open, control, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const goTo = useNavigate();
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  const mayWrite = permissions?.has("evidence.upload") === true;
  const isArchived = useIsArchived(projectId);
  // Someone may archive the project while the user types.
  const isKept = isArchived && hasDraft(`form.${newPolicyDraft(projectId)}`);
  const query = useQuery(policyListQuery({ project_id: projectId, limit: PAGE_ROWS, page, search: q }));
  const show = (what: string | undefined) =>
    void navigate({
      search: (before) => ({ ...before, open: what, control: undefined }),
      resetScroll: false,
    });
  return (
    <>
      <PageTitle title={t("policies.title")}>
        {query.data !== undefined && (
          <Note>{t("policies.count", { count: query.data.pagination.total })}</Note>
        )}
        {mayWrite && (
          <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => show("new")}>
            {t("policies.generate")}
          </Button>
        )}
      </PageTitle>
      <div className={layout["toolbar"]} role="search">
        <AddressSearch label={t("policies.find")} />
      </div>
      <Card flush>
        <WhenLoaded query={query}>
          {({ policies }) => (
            <Policies
              policies={policies}
              projectId={projectId}
              mayWrite={mayWrite}
              isFiltered={q !== undefined}
            />
          )}
        </WhenLoaded>
      </Card>
      <AddressPager query={query} />
      {open === "new" && (mayWrite || isKept) && (
        <SidePanel title={t("policies.generate")} onClose={() => show(undefined)}>
          <NewPolicy
            projectId={projectId}
            isArchived={isArchived}
            forControl={control}
            onDone={(policyId) => void goTo({ to: "/policies/$policyId", params: { policyId } })}
            onLeave={() => show(undefined)}
          />
        </SidePanel>
      )}
    </>
  );
}
