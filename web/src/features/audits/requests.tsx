import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { PagedRows } from "../../ui/paged-rows.tsx";
import { When } from "../../ui/when.tsx";
import layout from "../../ui/layout.module.css";
import { FindingStatusBadge } from "../findings/finding-badges.tsx";
import { findingListQuery, furtherFindings, type Finding } from "../findings/finding.queries.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { NewRequest } from "./new-request.tsx";
import { REQUEST_CATEGORY } from "./request-category.ts";

const PAGE_ROWS = 20;

function Request({ request, projectId }: { request: Finding; projectId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, title, status, created_at: at, assigned_to: assigned, due_date: due } = request;
  return (
    <li>
      <div className={layout["inline"]}>
        <Link to="/projects/$projectId/findings" params={{ projectId }} search={{ finding: id }}>
          {title}
        </Link>
        <FindingStatusBadge status={status} />
      </div>
      <div>
        <Note>
          <When at={at} />
          {assigned !== null && ` · ${assigned.name}`}
          {due !== null && ` · ${t("auditing.requestDue", { day: format.date(due) })}`}
        </Note>
      </div>
    </li>
  );
}

/** The auditor's requests and their status. */
export function Requests({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  const list = { project_id: projectId, category: REQUEST_CATEGORY, limit: PAGE_ROWS };
  return (
    <Card title={t("auditing.requests")}>
      <div className={layout["stack"]}>
        <PagedRows
          label={t("auditing.requests")}
          empty={t("auditing.noRequests")}
          lines={2}
          query={useQuery(findingListQuery(list))}
          older={furtherFindings(list)}
          rowsOf={({ findings }) => findings}
          textOf={(count) => t("findings.more", { count })}
        >
          {(request) => <Request key={request.id} request={request} projectId={projectId} />}
        </PagedRows>
        {permissions?.has("finding.create") === true && <NewRequest projectId={projectId} />}
      </div>
    </Card>
  );
}
