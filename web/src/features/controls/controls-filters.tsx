import { Button, Select } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { CONTROL_STATUSES } from "../../../../domain/controls/control.rules.ts";
import { SearchField } from "../../ui/search-field.tsx";
import layout from "../../ui/layout.module.css";
import type { Control } from "./control.queries.ts";
import type { ControlsSearch } from "./controls-search.ts";
import { NOBODY } from "./nobody.ts";
import { useControlGroup } from "./use-control-group.ts";

const route = getRouteApi("/signed-in/projects/$projectId/controls");

const has = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase());

/** Whether a control matches the filters in the URL. */
export const isWanted =
  ({ q, status, category, trust, owner }: ControlsSearch) =>
  (control: Control): boolean =>
    (q === undefined || has(`${control.number} ${control.title}`, q)) &&
    (status === undefined || (control.status === status && !control.not_applicable)) &&
    (category === undefined || control.category === category) &&
    (trust === undefined || control.trust_category === trust) &&
    (owner === undefined || (control.owner_id ?? NOBODY) === owner);

export function ControlsFilters({ controls }: { controls: readonly Control[] }) {
  const { t } = useTranslation();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (change: ControlsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const group = useControlGroup();
  const categories = [...new Set(controls.map(({ category }) => category))];
  const owners = new Map(
    controls.map(({ owner }) => [owner?.id ?? NOBODY, owner?.name ?? t("controls.nobody")]),
  );
  return (
    <div className={layout["toolbar"]} role="search">
      <SearchField label={t("controls.find")} value={search.q} onSearch={(q) => filter({ q })} />
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
        data={categories.map((value) => ({ value, label: group(value).text }))}
        value={search.category ?? null}
        onChange={(category) => filter({ category: category ?? undefined })}
      />
      {search.trust !== undefined && (
        <Button variant="light" onClick={() => filter({ trust: undefined })}>
          {t("controls.only", { name: t(`category.${search.trust}` as "category.security") })}
        </Button>
      )}
      <Select
        aria-label={t("controls.owner")}
        placeholder={t("controls.anyOwner")}
        clearable
        data={[...owners].map(([value, label]) => ({ value, label }))}
        value={search.owner ?? null}
        onChange={(owner) => filter({ owner: owner ?? undefined })}
      />
    </div>
  );
}
