import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { AddressPager } from "../../ui/address-pager.tsx";
import { AddressSearch } from "../../ui/address-search.tsx";
import { Card } from "../../ui/card.tsx";
import { Check } from "../../ui/check.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { NoRows } from "../../ui/no-rows.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { useFilter } from "../../ui/use-filter.ts";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { useProfile } from "../identity/use-profile.ts";
import { ApiKeyPanel } from "./api-key-panel.tsx";
import { apiKeyListQuery, type ApiKey } from "./api-key.queries.ts";
import type { ApiKeysSearch } from "./api-keys-search.ts";
import { KeyBadge } from "./key-badge.tsx";
import { shownKey } from "./shown-key.ts";

const route = getRouteApi("/signed-in/settings/api-keys");
const PAGE_ROWS = 25;

function Filters() {
  const { t } = useTranslation();
  const { id, role } = useProfile();
  const search = route.useSearch();
  const filter = useFilter<ApiKeysSearch>();
  return (
    <div className={layout["toolbar"]} role="search">
      <AddressSearch label={t("apiKeys.find")} />
      {role === "admin" && (
        <Check checked={search.owner === id} onCheck={(is) => filter({ owner: is ? id : undefined })}>
          {t("apiKeys.onlyMine")}
        </Check>
      )}
    </div>
  );
}

function Row({ apiKey, isChosen }: { apiKey: ApiKey; isChosen: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, name, owner, last_used_at: used, rotation_due_at: due } = apiKey;
  return (
    <tr aria-selected={isChosen}>
      <td>
        <Link
          from="/settings/api-keys"
          to="."
          search={(before) => ({ ...before, key: id })}
          resetScroll={false}
          className={table["rowLink"]}
        >
          {name}
        </Link>
      </td>
      <td data-wide="more" className={table["code"]}>
        {shownKey(apiKey)}
      </td>
      <td data-wide>{owner?.name ?? "–"}</td>
      <td data-wide>{due === null || !apiKey.active ? "–" : format.date(due)}</td>
      <td data-wide="more">{used === null ? t("users.never") : <When at={used} />}</td>
      <td>
        <KeyBadge apiKey={apiKey} />
      </td>
    </tr>
  );
}

interface KeysProps {
  keys: readonly ApiKey[];
  chosen: string | undefined;
  isFiltered: boolean;
}

function Keys({ keys, chosen, isFiltered }: KeysProps) {
  const { t } = useTranslation();
  if (keys.length === 0)
    return (
      <NoRows isFiltered={isFiltered} title={t("apiKeys.none")}>
        {t("apiKeys.noneHint")}
      </NoRows>
    );
  return (
    <DataTable
      columns={[
        { text: t("apiKeys.name") },
        { text: t("apiKeys.key"), wide: "more" },
        { text: t("apiKeys.owner"), wide: true },
        { text: t("apiKeys.rotation"), wide: true },
        { text: t("apiKeys.lastUsed"), wide: "more" },
        { text: t("users.status") },
      ]}
    >
      {keys.map((apiKey) => (
        <Row key={apiKey.id} apiKey={apiKey} isChosen={apiKey.id === chosen} />
      ))}
    </DataTable>
  );
}

/** API keys: the user's own, or everyone's for administrators. */
export function ApiKeysPage() {
  const { t } = useTranslation();
  const { q, owner, key, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(
    apiKeyListQuery({
      limit: PAGE_ROWS,
      page,
      search: q,
      owner_id: owner,
    }),
  );
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, key: id }), resetScroll: false });
  return (
    <>
      <PageTitle title={t("apiKeys.title")}>
        <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => open("new")}>
          {t("apiKeys.new")}
        </Button>
      </PageTitle>
      <Filters />
      <Card flush>
        <WhenLoaded query={query}>
          {({ api_keys: keys }) => (
            <Keys keys={keys} chosen={key} isFiltered={q !== undefined || owner !== undefined} />
          )}
        </WhenLoaded>
      </Card>
      <AddressPager query={query} />
      {key !== undefined && <ApiKeyPanel apiKey={key} onClose={() => open(undefined)} />}
    </>
  );
}
