import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { AddressPager } from "../../ui/address-pager.tsx";
import { AddressSearch } from "../../ui/address-search.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { NoRows } from "../../ui/no-rows.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { IdentityProviderPanel } from "./identity-provider-panel.tsx";
import { identityProviderListQuery, type IdentityProvider } from "./identity-provider.queries.ts";
import { ProviderBadge } from "./provider-badge.tsx";

const route = getRouteApi("/signed-in/settings/identity-providers");
const PAGE_ROWS = 25;

function Row({ provider, isChosen }: { provider: IdentityProvider; isChosen: boolean }) {
  const { t } = useTranslation();
  const { id, name, kind, issuer, authorization_url: page, enabled } = provider;
  return (
    <tr aria-selected={isChosen}>
      <td>
        <Link
          from="/settings/identity-providers"
          to="."
          search={(before) => ({ ...before, provider: id })}
          resetScroll={false}
          className={table["rowLink"]}
        >
          {name}
        </Link>
      </td>
      <td data-wide>{t(`providerKind.${kind}`)}</td>
      <td data-wide className={layout["grow"]}>
        {issuer ?? page}
      </td>
      <td>
        <ProviderBadge enabled={enabled} />
      </td>
    </tr>
  );
}

function Providers({
  providers,
  chosen,
  isFiltered,
}: {
  providers: readonly IdentityProvider[];
  chosen: string | undefined;
  isFiltered: boolean;
}) {
  const { t } = useTranslation();
  if (providers.length === 0)
    return (
      <NoRows isFiltered={isFiltered} title={t("providers.none")}>
        {t("providers.noneHint")}
      </NoRows>
    );
  return (
    <DataTable
      columns={[
        { text: t("providers.name") },
        { text: t("providers.kind"), wide: true },
        { text: t("providers.address"), wide: true },
        { text: t("users.status") },
      ]}
    >
      {providers.map((provider) => (
        <Row key={provider.id} provider={provider} isChosen={provider.id === chosen} />
      ))}
    </DataTable>
  );
}

/** The registry of identity providers. */
export function IdentityProvidersPage() {
  const { t } = useTranslation();
  const { q, provider, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(identityProviderListQuery({ limit: PAGE_ROWS, page, search: q }));
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, provider: id }), resetScroll: false });
  return (
    <>
      <PageTitle title={t("providers.title")}>
        <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => open("new")}>
          {t("providers.new")}
        </Button>
      </PageTitle>
      <div className={layout["toolbar"]} role="search">
        <AddressSearch label={t("providers.find")} />
      </div>
      <Card flush>
        <WhenLoaded query={query}>
          {({ identity_providers: providers }) => (
            <Providers providers={providers} chosen={provider} isFiltered={q !== undefined} />
          )}
        </WhenLoaded>
      </Card>
      <AddressPager query={query} />
      {provider !== undefined && (
        <IdentityProviderPanel provider={provider} onOpen={open} onClose={() => open(undefined)} />
      )}
    </>
  );
}
