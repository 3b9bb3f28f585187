import { Button } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { CONTROL_STATUSES } from "../../../../domain/controls/control.rules.ts";
import { AddressSearch } from "../../ui/address-search.tsx";
import { FilterSelect } from "../../ui/filter-select.tsx";
import { useFilter } from "../../ui/use-filter.ts";
import layout from "../../ui/layout.module.css";
import type { Control } from "./control.queries.ts";
import type { ControlsSearch } from "./controls-search.ts";
import { dueState } from "./due-state.ts";
import { DUE_STATES } from "./due-states.ts";
import { NOBODY } from "./nobody.ts";
import { useControlGroup } from "./use-control-group.ts";

const route = getRouteApi("/signed-in/projects/$projectId/controls");

const has = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase());

/** Whether a control matches the filters in the URL. */
export const isWanted =
  ({ q, status, category, trust, owner, due }: ControlsSearch) =>
  (control: Control): boolean =>
    (q === undefined || has(`${control.number} ${control.title}`, q)) &&
    (status === undefined || (control.status === status && !control.not_applicable)) &&
    (category === undefined || control.category === category) &&
    (trust === undefined || control.trust_category === trust) &&
    (owner === undefined || (control.owner_id ?? NOBODY) === owner) &&
    // What is overdue is also due within a month.
    (due === undefined || dueState(control) === due || (due === "soon" && dueState(control) !== null));

export function ControlsFilters({ controls }: { controls: readonly Control[] }) {
  const { t } = useTranslation();
  const search = route.useSearch();
  const filter = useFilter<ControlsSearch>();
  const group = useControlGroup();
  const categories = [...new Set(controls.map(({ category }) => category))];
  const owners = new Map(
    controls.map(({ owner }) => [owner?.id ?? NOBODY, owner?.name ?? t("controls.nobody")]),
  );
  return (
    <div className={layout["toolbar"]} role="search">
      <AddressSearch label={t("controls.find")} />
      <FilterSelect
        name="status"
        label={t("controls.status")}
        any={t("controls.anyStatus")}
        data={CONTROL_STATUSES.map((value) => ({ value, label: t(`controlStatus.${value}`) }))}
      />
      <FilterSelect
        name="category"
        label={t("controls.category")}
        any={t("controls.anyCategory")}
        data={categories.map((value) => ({ value, label: group(value).text }))}
      />
      {search.trust !== undefined && (
        <Button size="sm" variant="light" onClick={() => filter({ trust: undefined })}>
          {t("controls.only", { name: t(`category.${search.trust}` as "category.security") })}
        </Button>
      )}
      <FilterSelect
        name="owner"
        label={t("controls.owner")}
        any={t("controls.anyOwner")}
        data={[...owners].map(([value, label]) => ({ value, label }))}
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
