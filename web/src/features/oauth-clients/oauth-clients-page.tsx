import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Scope } from "../../../../domain/users/user.rules.ts";
import { AddressPager } from "../../ui/address-pager.tsx";
import { AddressSearch } from "../../ui/address-search.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { NoRows } from "../../ui/no-rows.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { OauthClientPanel } from "./oauth-client-panel.tsx";
import { oauthClientListQuery, type OauthClient } from "./oauth-client.queries.ts";

const route = getRouteApi("/signed-in/settings/oauth-clients");
const PAGE_ROWS = 25;

function Row({ client, isChosen }: { client: OauthClient; isChosen: boolean }) {
  const { t } = useTranslation();
  const { client_id: id, name, type, scopes, owner } = client;
  return (
    <tr aria-selected={isChosen}>
      <td>
        <Link
          from="/settings/oauth-clients"
          to="."
          search={(before) => ({ ...before, client: id })}
          resetScroll={false}
          className={table["rowLink"]}
        >
          {name}
        </Link>
      </td>
      <td>{t(`clients.${type}`)}</td>
      <td data-wide>{scopes.map((scope) => t(`scope.${scope as Scope}`)).join(", ")}</td>
      <td data-wide>{owner?.name ?? "–"}</td>
      <td data-wide>
        <When at={client.updated_at} />
      </td>
    </tr>
  );
}

interface ClientsProps {
  clients: readonly OauthClient[];
  chosen: string | undefined;
  isFiltered: boolean;
}

function Clients({ clients, chosen, isFiltered }: ClientsProps) {
  const { t } = useTranslation();
  if (clients.length === 0)
    return (
      <NoRows isFiltered={isFiltered} title={t("clients.none")}>
        {t("clients.noneHint")}
      </NoRows>
    );
  return (
    <DataTable
      columns={[
        { text: t("clients.name") },
        { text: t("clients.type") },
        { text: t("clients.scopes"), wide: true },
        { text: t("clients.owner"), wide: true },
        { text: t("clients.changed"), wide: true },
      ]}
    >
      {clients.map((client) => (
        <Row key={client.client_id} client={client} isChosen={client.client_id === chosen} />
      ))}
    </DataTable>
  );
}

/** The registry of OAuth clients. */
export function OauthClientsPage() {
  const { t } = useTranslation();
  const { q, client, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(oauthClientListQuery({ limit: PAGE_ROWS, page, search: q }));
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, client: id }), resetScroll: false });
  return (
    <>
      <PageTitle title={t("clients.title")}>
        <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => open("new")}>
          {t("clients.new")}
        </Button>
      </PageTitle>
      <div className={layout["toolbar"]} role="search">
        <AddressSearch label={t("clients.find")} />
      </div>
      <Card flush>
        <WhenLoaded query={query}>
          {({ oauth_clients: clients }) => (
            <Clients clients={clients} chosen={client} isFiltered={q !== undefined} />
          )}
        </WhenLoaded>
      </Card>
      <AddressPager query={query} />
      {client !== undefined && <OauthClientPanel client={client} onClose={() => open(undefined)} />}
    </>
  );
}
