import { Button, Select } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { EVIDENCE_STATUSES, QUALITIES } from "../../../../domain/evidence/evidence.rules.ts";
import { api } from "../../http/client.ts";
import { AddressPager } from "../../ui/address-pager.tsx";
import { AddressSearch } from "../../ui/address-search.tsx";
import { Card } from "../../ui/card.tsx";
import { AS_CSV, CsvButton } from "../../ui/csv-button.tsx";
import { FilterSelect } from "../../ui/filter-select.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { sortParameters } from "../../ui/sorting.ts";
import { useFilter } from "../../ui/use-filter.ts";
import { useSorting } from "../../ui/use-sorting.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { evidenceListQuery } from "./evidence.queries.ts";
import type { EvidenceSearch } from "./evidence-search.ts";
import { EvidenceTable } from "./evidence-table.tsx";
import { UploadCard } from "./upload-card.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { useHasUploads } from "./use-uploads.ts";
import { useWaitingFiles, waitingFiles } from "./waiting-files.ts";

const route = getRouteApi("/signed-in/projects/$projectId/evidence");
const PAGE_ROWS = 25;

/** States of the file, in the filter of the review status. */
const READINGS = [
  { value: "PENDING,PROCESSING", label: "evidence.beingRead" },
  { value: "FAILED", label: "evidence.unreadable" },
] as const;

/** Which evidence the address selects, and its order. */
function useSelection() {
  const { projectId } = route.useParams();
  const { q, status, reading, control, quality, page: _, ...order } = route.useSearch();
  return {
    project_id: projectId,
    search: q,
    status,
    chunking_status: reading,
    control_id: control,
    quality,
    ...sortParameters(order),
  };
}

function useEvidence() {
  const { page = 1 } = route.useSearch();
  return useQuery(evidenceListQuery({ ...useSelection(), limit: PAGE_ROWS, page }));
}

function Export() {
  const { t } = useTranslation();
  const query = useSelection();
  const read = () => api.GET("/evidence", { params: { query }, ...AS_CSV });
  return <CsvButton name={t("evidence.title")} read={read} />;
}

function Filters() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const filter = useFilter<EvidenceSearch>();
  return (
    <div className={layout["toolbar"]} role="search">
      <AddressSearch label={t("evidence.find")} />
      <Select
        aria-label={t("evidence.status")}
        placeholder={t("evidence.anyStatus")}
        clearable
        data={[
          ...EVIDENCE_STATUSES.map((value) => ({
            value: value as string,
            label: t(`evidenceStatus.${value}`),
          })),
          ...READINGS.map(({ value, label }) => ({ value, label: t(label) })),
        ]}
        value={search.reading ?? search.status ?? null}
        onChange={(value) => {
          const isReading = READINGS.some((one) => one.value === value);
          const chosen = value ?? undefined;
          filter({ status: isReading ? undefined : chosen, reading: isReading ? chosen : undefined });
        }}
      />
      <FilterSelect
        name="quality"
        label={t("evidence.quality")}
        any={t("evidence.anyQuality")}
        data={[
          { value: QUALITIES.join(","), label: t("evidence.counted") },
          ...QUALITIES.map((value) => ({ value, label: t(`quality.${value}`) })),
        ]}
      />
      {search.control !== undefined && (
        <Button size="sm" variant="light" onClick={() => filter({ control: undefined })}>
          {t("evidence.forControl", { control: search.control })}
        </Button>
      )}
    </div>
  );
}

function EvidenceList() {
  const { projectId } = route.useParams();
  const { sort, order, q, status, reading, control, quality } = route.useSearch();
  const sorting = useSorting({ sort, order });
  return (
    <WhenLoaded query={useEvidence()} lines={10}>
      {({ evidence }) => (
        <EvidenceTable
          evidence={evidence}
          projectId={projectId}
          isFiltered={[q, status, reading, control, quality].some((filter) => filter !== undefined)}
          sorting={sorting}
        />
      )}
    </WhenLoaded>
  );
}

/** The evidence of a project, with upload. */
export function EvidencePage() {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const { control } = route.useSearch();
  const query = useEvidence();
  const permissions = useQuery(permissionsQuery({ project_id: projectId }));
  const [isUploading, { toggle, open }] = useDisclosure(waitingFiles.lost(projectId).length > 0);
  const hasUploads = useHasUploads(projectId);
  const hasWaiting = useWaitingFiles(projectId).length > 0 || hasUploads;
  useEffect(() => {
    if (hasWaiting || control !== undefined) open();
  }, [hasWaiting, control, open]);
  const mayUpload = permissions.data?.has("evidence.upload") === true;
  return (
    <>
      <PageTitle title={t("evidence.title")}>
        {query.data !== undefined && (
          <Note>{t("evidence.count", { count: query.data.pagination.total })}</Note>
        )}
        <div className={layout["inline"]}>
          <Export />
          {mayUpload && (
            <Button
              leftSection={<IconUpload size={15} aria-hidden />}
              aria-expanded={isUploading}
              onClick={toggle}
            >
              {t("upload.open")}
            </Button>
          )}
        </div>
      </PageTitle>
      <div className={layout["stack"]}>
        {mayUpload && <UploadProgress projectId={projectId} />}
        {mayUpload && isUploading && <UploadCard projectId={projectId} forControl={control} />}
        <div>
          <Filters />
          <Card flush>
            <EvidenceList />
          </Card>
          <AddressPager query={query} />
        </div>
      </div>
    </>
  );
}
