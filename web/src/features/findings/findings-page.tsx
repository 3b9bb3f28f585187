import { Button } from "@mantine/core";
import { IconPlus, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ACTIVE_STATUSES, FINDING_STATUSES, SEVERITIES } from "../../../../domain/findings/finding.rules.ts";
import { rootApi } from "../../http/client.ts";
import { AddressPager } from "../../ui/address-pager.tsx";
import { AddressSearch } from "../../ui/address-search.tsx";
import { Card } from "../../ui/card.tsx";
import { AS_CSV, CsvButton } from "../../ui/csv-button.tsx";
import { FilterSelect } from "../../ui/filter-select.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { sortParameters } from "../../ui/sorting.ts";
import { ViewChoice } from "../../ui/view-choice.tsx";
import { useSorting } from "../../ui/use-sorting.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { peopleQuery } from "../projects/project.queries.ts";
import { BulkFindings } from "./bulk-findings.tsx";
import { FindingPanel } from "./finding-panel.tsx";
import { findingListQuery, type Finding } from "./finding.queries.ts";
import { FindingsBoard } from "./findings-board.tsx";
import { withFinding } from "./findings-search.ts";
import { FindingsTable } from "./findings-table.tsx";
import { ImportFindings } from "./import-findings.tsx";
import { NewFinding } from "./new-finding.tsx";
import styles from "./findings.module.css";

const route = getRouteApi("/signed-in/projects/$projectId/findings");
const PAGE_ROWS = 25;

function AssigneeFilter() {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  // Users who only look at a demo project may not list its people.
  const mayList = permissions?.has("project.people") === true;
  const people = useQuery({ ...peopleQuery(projectId), enabled: mayList }).data?.people ?? [];
  return (
    <FilterSelect
      name="assigned"
      label={t("findings.assigned")}
      any={t("findings.anyAssignee")}
      searchable
      data={[
        { value: "me", label: t("findings.assignedToMe") },
        ...people.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

function Filters() {
  const { t } = useTranslation();
  const { view } = route.useSearch();
  return (
    <div className={layout["toolbar"]} role="search">
      <AddressSearch label={t("findings.find")} />
      <FilterSelect
        name="severity"
        label={t("findings.severity")}
        any={t("findings.anySeverity")}
        data={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
      />
      <AssigneeFilter />
      {view !== "board" && (
        <FilterSelect
          name="status"
          label={t("findings.status")}
          any={t("findings.anyStatus")}
          data={[
            { value: ACTIVE_STATUSES.join(","), label: t("findings.active") },
            ...FINDING_STATUSES.map((value) => ({ value, label: t(`findingStatus.${value}`) })),
          ]}
        />
      )}
    </div>
  );
}

/** By default, those that need work come first, the newest of them before the others. */
const OPEN_FIRST = { sort: "status", order: "desc" } as const;

/** Which findings the address selects, and their order. */
function useSelection() {
  const { projectId } = route.useParams();
  const { q, status, severity, assigned, sort, order } = route.useSearch();
  return {
    project_id: projectId,
    search: q,
    status,
    severity,
    assigned_to: assigned,
    ...(sort === undefined ? OPEN_FIRST : sortParameters({ sort, order })),
  };
}

function useFindings() {
  const { page = 1 } = route.useSearch();
  return useQuery(findingListQuery({ ...useSelection(), limit: PAGE_ROWS, page }));
}

function Export() {
  const { t } = useTranslation();
  const query = useSelection();
  const read = () => rootApi.GET("/api/findings", { params: { query }, ...AS_CSV });
  return <CsvButton name={t("findings.title")} read={read} />;
}

const without = (marked: ReadonlyMap<string, Finding>, some: readonly Finding[]) => {
  const ids = new Set(some.map(({ id }) => id));
  return new Map([...marked].filter(([id]) => !ids.has(id)));
};

function FindingsList() {
  const { finding, ...search } = route.useSearch();
  const { q, status, severity, assigned } = search;
  const isFiltered = [q, status, severity, assigned].some((filter) => filter !== undefined);
  const sorting = useSorting(search);
  const query = useFindings();
  const { projectId } = route.useParams();
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  const [marked, setMarked] = useState<ReadonlyMap<string, Finding>>(new Map());
  // The same object while nothing changes, so that rows are not rendered again.
  const marks = useMemo(() => ({ marked, onMark: setMarked }), [marked]);
  return (
    <>
      {marked.size > 0 && (
        <BulkFindings
          projectId={projectId}
          chosen={[...marked.values()].map(
            (one) => query.data?.findings.find(({ id }) => id === one.id) ?? one,
          )}
          onChanged={(changed) => setMarked((before) => without(before, changed))}
          onClear={() => setMarked(new Map())}
        />
      )}
      <Card flush>
        <WhenLoaded query={query} lines={8}>
          {({ findings }) => (
            <FindingsTable
              findings={findings}
              chosen={finding}
              sorting={sorting}
              isFiltered={isFiltered}
              {...(permissions?.has("finding.update_many") === true ? { marks } : {})}
            />
          )}
        </WhenLoaded>
      </Card>
      <AddressPager query={query} />
    </>
  );
}

/** The side panel: a finding, a new one, or an import. */
function Beside() {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const { finding, move, edit } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (id?: string) => void navigate({ search: withFinding(id), resetScroll: false });
  const close = () => open();
  if (finding === undefined) return null;
  if (finding === "import")
    return (
      <SidePanel title={t("importing.title")} onClose={close}>
        <ImportFindings projectId={projectId} onDone={close} />
      </SidePanel>
    );
  if (finding === "new")
    return (
      <SidePanel title={t("findings.new")} onClose={close}>
        <NewFinding projectId={projectId} onRaised={open} />
      </SidePanel>
    );
  return (
    <FindingPanel
      key={`${finding} ${move}`}
      findingId={finding}
      projectId={projectId}
      wanted={move}
      isEditing={edit !== undefined}
      onEdit={(is) =>
        void navigate({
          search: (before) => ({ ...before, edit: is ? "finding" : undefined }),
          resetScroll: false,
        })
      }
      onClose={close}
    />
  );
}

/** The findings of a project and their status. */
export function FindingsPage() {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const { view } = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useFindings();
  const open = (finding: "new" | "import") =>
    void navigate({ search: withFinding(finding), resetScroll: false });
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  return (
    <>
      <PageTitle title={t("findings.title")}>
        {data !== undefined && <Note>{t("findings.count", { count: data.pagination.total })}</Note>}
        <div className={`${layout["inline"]} ${styles["tools"]}`}>
          <ViewChoice
            view={view}
            onView={(to) =>
              void navigate({
                search: (before) => ({
                  ...before,
                  page: undefined,
                  view: to,
                  ...(to === undefined ? {} : { status: undefined }),
                }),
                replace: true,
              })
            }
          />
          <Export />
          {permissions?.has("finding.create") === true && (
            <>
              <Button
                variant="default"
                leftSection={<IconUpload size={15} aria-hidden />}
                onClick={() => open("import")}
              >
                {t("importing.open")}
              </Button>
              <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => open("new")}>
                {t("findings.new")}
              </Button>
            </>
          )}
        </div>
      </PageTitle>
      <Filters />
      {view === "board" ? <FindingsBoard /> : <FindingsList />}
      <Beside />
    </>
  );
}
