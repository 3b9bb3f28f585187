import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { AS_CSV, CsvButton } from "../../ui/csv-button.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { ViewChoice } from "../../ui/view-choice.tsx";
import { useSorting } from "../../ui/use-sorting.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { BulkChange } from "./bulk-change.tsx";
import { ControlPanel } from "./control-panel.tsx";
import { controlsQuery, type Control } from "./control.queries.ts";
import { ControlsBoard } from "./controls-board.tsx";
import { ControlsFilters, isWanted } from "./controls-filters.tsx";
import { ControlsTable } from "./controls-table.tsx";
import { OwnersWhoLeft } from "./owners-who-left.tsx";
import { exportedControls } from "./exported-controls.ts";

const route = getRouteApi("/signed-in/projects/$projectId/controls");

function Export() {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const query = exportedControls(projectId, route.useSearch());
  if (query === null) return null;
  const read = () => api.GET("/compliance/controls", { params: { query }, ...AS_CSV });
  return <CsvButton name={t("controls.title")} read={read} />;
}

function Controls({ controls }: { controls: readonly Control[] }) {
  const { t } = useTranslation();
  const search = route.useSearch();
  const { projectId } = route.useParams();
  const navigate = route.useNavigate();
  const sorting = useSorting(search);
  const wanted = controls.filter(isWanted(search));
  const chosen = controls.find(({ number, id }) => number === search.control || id === search.control);
  const choose = (control: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, control }), resetScroll: false });
  const [marked, setMarked] = useState<ReadonlyMap<string, Control>>(new Map());
  const mayChange =
    useQuery(permissionsQuery({ project_id: projectId })).data?.has("control.update_many") === true;
  const isBoard = search.view === "board";
  return (
    <>
      <PageTitle title={t("controls.title")}>
        <Note>{t("controls.shown", { shown: wanted.length, total: controls.length })}</Note>
        <div className={layout["inline"]}>
          <ViewChoice
            view={search.view}
            onView={(view) => void navigate({ search: (before) => ({ ...before, view }), replace: true })}
          />
          <Export />
        </div>
      </PageTitle>
      <ControlsFilters controls={controls} />
      {mayChange && <OwnersWhoLeft controls={controls} />}
      {marked.size > 0 && !isBoard && (
        <BulkChange projectId={projectId} chosen={[...marked.values()]} onDone={() => setMarked(new Map())} />
      )}
      {isBoard ? (
        <ControlsBoard controls={wanted} chosen={chosen?.id} />
      ) : (
        <Card flush>
          <ControlsTable
            controls={wanted}
            chosen={chosen?.id}
            sorting={sorting}
            {...(mayChange ? { marks: { marked, onMark: setMarked } } : {})}
          />
        </Card>
      )}
      {chosen !== undefined && (
        <ControlPanel
          key={chosen.id}
          control={chosen}
          projectId={projectId}
          onClose={() => choose(undefined)}
        />
      )}
    </>
  );
}

/** The controls of a project, with the requirements of one in a side panel. */
export function ControlsPage() {
  const { projectId } = route.useParams();
  return (
    <WhenLoaded query={useQuery(controlsQuery(projectId))} lines={14}>
      {(controls) => <Controls controls={controls} />}
    </WhenLoaded>
  );
}
