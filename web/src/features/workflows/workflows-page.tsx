import { ActionIcon, SegmentedControl } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMessage } from "../../i18n/use-message.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { codeOfCause } from "./code-of-cause.ts";
import { FileOfWorkflow } from "./file-of-workflow.tsx";
import { RetryWorkflow } from "./retry-workflow.tsx";
import { failedWorkflowsQuery, type FailedWorkflow } from "./workflow.queries.ts";

const route = getRouteApi("/signed-in/settings/workflows");
const PAGE_ROWS = 25;

function State({ workflow: { retried, status } }: { workflow: FailedWorkflow }) {
  const { t } = useTranslation();
  if (retried) return <Badge tone="idle">{t("workflows.retried")}</Badge>;
  return <Badge tone={status === "terminated" ? "warn" : "bad"}>{t(`workflowStatus.${status}`)}</Badge>;
}

function Row({ workflow }: { workflow: FailedWorkflow }) {
  const { t } = useTranslation();
  const say = useMessage();
  const { id, type, failure, closed_at: at, url, retryable, retried } = workflow;
  const summary = say(`workflow.${type}`, workflow.summary);
  const cause = failure === null ? { text: t("workflows.unknown") } : say(codeOfCause(failure), failure);
  return (
    <tr>
      <td className={layout["grow"]}>
        <span lang={summary.lang}>{summary.text}</span>
        <FileOfWorkflow workflow={workflow} />
        <div className={table["under"]}>
          <code>{id}</code>
        </div>
        <div data-narrow lang={cause.lang}>
          {cause.text}
        </div>
      </td>
      <td className={layout["grow"]} data-wide lang={cause.lang}>
        {cause.text}
      </td>
      <td data-wide>{at === null ? "–" : <When at={at} />}</td>
      <td data-wide>
        <State workflow={workflow} />
      </td>
      <td>
        <span className={layout["inline"]}>
          {retryable && !retried && <RetryWorkflow workflow={workflow} />}
          <ActionIcon
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            color="gray"
            aria-label={t("workflows.inTemporal")}
            title={t("workflows.inTemporal")}
          >
            <IconExternalLink size={16} aria-hidden />
          </ActionIcon>
        </span>
      </td>
    </tr>
  );
}

function Rows({ workflows }: { workflows: readonly FailedWorkflow[] }) {
  const { t } = useTranslation();
  if (workflows.length === 0) return <Empty title={t("workflows.none")}>{t("workflows.noneHint")}</Empty>;
  return (
    <DataTable
      columns={[
        { text: t("workflows.workflow") },
        { text: t("workflows.failure"), wide: true },
        { text: t("workflows.closed"), wide: true },
        { text: t("workflows.status"), wide: true },
        { text: t("workflows.retry") },
      ]}
    >
      {workflows.map((workflow) => (
        <Row key={workflow.run_id} workflow={workflow} />
      ))}
    </DataTable>
  );
}

/** Pages begin after the time of the last row, because Temporal has no page numbers. */
function Pages({ workflows }: { workflows: readonly FailedWorkflow[] }) {
  const { t } = useTranslation();
  const { before } = route.useSearch();
  const oldest = workflows.length === PAGE_ROWS ? workflows.at(-1)?.closed_at : null;
  return (
    <nav className={layout["actions"]} aria-label={t("workflows.title")}>
      {before !== undefined && (
        <Link from="/settings/workflows" to="." search={(now) => ({ ...now, before: undefined })}>
          {t("workflows.newest")}
        </Link>
      )}
      {oldest != null && (
        <Link from="/settings/workflows" to="." search={(now) => ({ ...now, before: oldest })}>
          {t("workflows.older")}
        </Link>
      )}
    </nav>
  );
}

/** The failed workflows that are not retried automatically, for administrators. */
export function WorkflowsPage() {
  const { t } = useTranslation();
  const { status, before } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = status === "terminated" ? status : "failed";
  const query = useQuery(
    failedWorkflowsQuery({
      limit: PAGE_ROWS,
      ...(shown === "terminated" ? { status: shown } : {}),
      closed_before: before,
    }),
  );
  return (
    <>
      <PageTitle title={t("workflows.title")}>
        <SegmentedControl
          size="xs"
          aria-label={t("workflows.which")}
          data={[
            { value: "failed", label: t("workflows.failed") },
            { value: "terminated", label: t("workflows.terminated") },
          ]}
          value={shown}
          onChange={(value) => void navigate({ search: value === "terminated" ? { status: value } : {} })}
        />
      </PageTitle>
      <div className={layout["stack"]}>
        <Note>{t("workflows.hint")}</Note>
        <Card flush>
          <WhenLoaded query={query}>{({ workflows }) => <Rows workflows={workflows} />}</WhenLoaded>
        </Card>
        {query.data !== undefined && <Pages workflows={query.data.workflows} />}
      </div>
    </>
  );
}
