import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { AddressPager } from "../../ui/address-pager.tsx";
import { Card } from "../../ui/card.tsx";
import { CatalogueText } from "../../ui/catalogue-text.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { FilterSelect } from "../../ui/filter-select.tsx";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { useLanguageOfFramework } from "../projects/use-catalogue-language.ts";
import { ANYONE } from "./all-controls-search.ts";
import { ControlBadge } from "./control-badge.tsx";
import { allControlsQuery, type ControlInProject } from "./control.queries.ts";
import { DueDate } from "./due-date.tsx";
import { DUE_STATES } from "./due-states.ts";
import styles from "./controls.module.css";

const route = getRouteApi("/signed-in/controls");
const PAGE_ROWS = 50;

function useControls() {
  const { owner = "me", due, page = 1 } = route.useSearch();
  return useQuery(
    allControlsQuery({ owner: owner === ANYONE ? undefined : owner, due, page, limit: PAGE_ROWS }),
  );
}

function Row({ control }: { control: ControlInProject }) {
  const { number, title, project_id: projectId, project_name: project, owner } = control;
  const language = useLanguageOfFramework(control.project_framework);
  return (
    <tr>
      <td>
        <Link
          to="/projects/$projectId/controls"
          params={{ projectId }}
          search={{ control: number }}
          className={table["rowLink"]}
        >
          <span className={table["code"]}>{number}</span>{" "}
          <CatalogueText language={language}>{title}</CatalogueText>
        </Link>
        <div data-narrow className={table["under"]}>
          {project}
        </div>
      </td>
      <td data-wide>{project}</td>
      <td data-wide>{owner?.name ?? "–"}</td>
      <td className={styles["due"]}>
        <DueDate control={control} />
      </td>
      <td data-wide>
        <ControlBadge status={control.status} notApplicable={control.not_applicable} />
      </td>
    </tr>
  );
}

function Controls({ controls }: { controls: readonly ControlInProject[] }) {
  const { t } = useTranslation();
  const { owner, due } = route.useSearch();
  if (controls.length === 0) {
    if (owner !== undefined || due !== undefined)
      return <Empty title={t("controls.none")}>{t("controls.noneHint")}</Empty>;
    return <Empty title={t("allControls.none")}>{t("allControls.noneHint")}</Empty>;
  }
  return (
    <DataTable
      columns={[
        { text: t("controls.control") },
        { text: t("allControls.project"), wide: true },
        { text: t("controls.owner"), wide: true },
        { text: t("controls.due") },
        { text: t("controls.status"), wide: true },
      ]}
    >
      {controls.map((control) => (
        <Row key={control.id} control={control} />
      ))}
    </DataTable>
  );
}

function Filters({ controls }: { controls: readonly ControlInProject[] }) {
  const { t } = useTranslation();
  const { id: me } = useProfile();
  const { owner } = route.useSearch();
  const others = new Map(
    controls.flatMap(({ owner: person }) =>
      person == null || person.id === me ? [] : [[person.id, person.name]],
    ),
  );
  if (owner !== undefined && owner !== ANYONE && !others.has(owner))
    others.set(owner, t("allControls.chosen"));
  return (
    <div className={layout["toolbar"]} role="search">
      <FilterSelect
        name="owner"
        label={t("controls.owner")}
        any={t("allControls.mine")}
        data={[
          { value: ANYONE, label: t("controls.anyOwner") },
          ...[...others].map(([value, label]) => ({ value, label })),
        ]}
      />
      <FilterSelect
        name="due"
        label={t("controls.due")}
        any={t("controls.anyDue")}
        data={DUE_STATES.map((value) => ({ value, label: t(`controls.dueState.${value}`) }))}
      />
    </div>
  );
}

/** The controls of all projects in progress, the earliest due first: one's own, or anyone's. */
export function AllControlsPage() {
  const { t } = useTranslation();
  const query = useControls();
  const { data } = query;
  return (
    <>
      <PageTitle title={t("allControls.title")}>
        {data !== undefined && <Note>{t("allControls.count", { count: data.pagination.total })}</Note>}
      </PageTitle>
      <Filters controls={data?.controls ?? []} />
      <div className={layout["stack"]}>
        <Card flush>
          <WhenLoaded query={query}>{({ controls }) => <Controls controls={controls} />}</WhenLoaded>
        </Card>
        <AddressPager query={query} />
      </div>
    </>
  );
}
