import { Pagination, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ACTIVE_STATUSES, FINDING_STATUSES, SEVERITIES } from "../../../../domain/findings/finding.rules.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { FindingPanel } from "./finding-panel.tsx";
import { findingListQuery } from "./finding.queries.ts";
import type { FindingsSearch } from "./findings-search.ts";
import { FindingsTable } from "./findings-table.tsx";

const route = getRouteApi("/signed-in/projects/$projectId/findings");
const PAGE_ROWS = 25;
const TYPING_MS = 250;

function Filters() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (change: FindingsSearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true });
  const type = useDebouncedCallback((q: string) => filter({ q: q === "" ? undefined : q }), TYPING_MS);
  return (
    <div className={layout["toolbar"]} role="search">
      <TextInput
        type="search"
        aria-label={t("findings.find")}
        placeholder={t("findings.find")}
        leftSection={<IconSearch size={16} aria-hidden />}
        defaultValue={search.q ?? ""}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <Select
        aria-label={t("findings.severity")}
        placeholder={t("findings.anySeverity")}
        clearable
        data={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
        value={search.severity ?? null}
        onChange={(severity) => filter({ severity: severity ?? undefined })}
      />
      <Select
        aria-label={t("findings.status")}
        placeholder={t("findings.anyStatus")}
        clearable
        data={[
          { value: ACTIVE_STATUSES.join(","), label: t("findings.active") },
          ...FINDING_STATUSES.map((value) => ({ value, label: t(`findingStatus.${value}`) })),
        ]}
        value={search.status ?? null}
        onChange={(status) => filter({ status: status ?? undefined })}
      />
    </div>
  );
}

function useFindings() {
  const { projectId } = route.useParams();
  const { q, status, severity, page = 1 } = route.useSearch();
  return useQuery(
    findingListQuery({
      project_id: projectId,
      limit: PAGE_ROWS,
      page,
      ...(q === undefined ? {} : { search: q }),
      ...(status === undefined ? {} : { status }),
      ...(severity === undefined ? {} : { severity }),
    }),
  );
}

/** What is wrong in a project, and what becomes of it. */
export function FindingsPage() {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const { finding, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useFindings();
  const pages = query.data?.pagination.pages ?? 1;
  const close = () =>
    void navigate({ search: (before) => ({ ...before, finding: undefined }), resetScroll: false });
  return (
    <>
      <PageTitle title={t("findings.title")}>
        {query.data !== undefined && (
          <Note>{t("findings.count", { count: query.data.pagination.total })}</Note>
        )}
      </PageTitle>
      <Filters />
      <Card flush>
        <WhenLoaded query={query} lines={8}>
          {({ findings }) => <FindingsTable findings={findings} chosen={finding} />}
        </WhenLoaded>
      </Card>
      {pages > 1 && (
        <Pagination
          mt="md"
          total={pages}
          value={page}
          onChange={(to) => void navigate({ search: (before) => ({ ...before, page: to }) })}
        />
      )}
      {finding !== undefined && (
        <FindingPanel key={finding} findingId={finding} projectId={projectId} onClose={close} />
      )}
    </>
  );
}
