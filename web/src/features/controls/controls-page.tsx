import { Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { CONTROL_STATUSES } from "../../../../domain/controls/control.rules.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { ControlPanel } from "./control-panel.tsx";
import { controlsQuery, type Control } from "./control.queries.ts";
import type { ControlsSearch } from "./controls-search.ts";
import { ControlsTable } from "./controls-table.tsx";

const route = getRouteApi("/signed-in/projects/$projectId/controls");
const TYPING_MS = 150;

const has = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase());

const isWanted =
  ({ q, status, category }: ControlsSearch) =>
  (control: Control): boolean =>
    (q === undefined || has(`${control.number} ${control.title}`, q)) &&
    (status === undefined || (control.status === status && !control.not_applicable)) &&
    (category === undefined || control.category === category);

function Filters({ controls }: { controls: readonly Control[] }) {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (change: ControlsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const type = useDebouncedCallback((q: string) => filter({ q: q === "" ? undefined : q }), TYPING_MS);
  const categories = [...new Set(controls.map(({ category }) => category))];
  return (
    <div className={layout["toolbar"]} role="search">
      <TextInput
        type="search"
        aria-label={t("controls.find")}
        placeholder={t("controls.find")}
        leftSection={<IconSearch size={16} aria-hidden />}
        defaultValue={search.q ?? ""}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <Select
        aria-label={t("controls.status")}
        placeholder={t("controls.anyStatus")}
        clearable
        data={CONTROL_STATUSES.map((value) => ({ value, label: t(`controlStatus.${value}`) }))}
        value={search.status ?? null}
        onChange={(status) => filter({ status: status ?? undefined })}
      />
      <Select
        aria-label={t("controls.category")}
        placeholder={t("controls.anyCategory")}
        clearable
        data={categories}
        value={search.category ?? null}
        onChange={(category) => filter({ category: category ?? undefined })}
      />
    </div>
  );
}

function Controls({ controls }: { controls: readonly Control[] }) {
  const { t } = useTranslation();
  const search = route.useSearch();
  const { projectId } = route.useParams();
  const navigate = route.useNavigate();
  const wanted = controls.filter(isWanted(search));
  const chosen = controls.find(({ number, id }) => number === search.control || id === search.control);
  const choose = (control: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, control }), resetScroll: false });
  return (
    <>
      <PageTitle title={t("controls.title")}>
        <Note>{t("controls.shown", { shown: wanted.length, total: controls.length })}</Note>
      </PageTitle>
      <Filters controls={controls} />
      <Card flush>
        <ControlsTable controls={wanted} chosen={chosen?.id} />
      </Card>
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
