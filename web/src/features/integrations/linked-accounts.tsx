import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { AddressPager } from "../../ui/address-pager.tsx";
import { AddressSearch } from "../../ui/address-search.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { NoRows } from "../../ui/no-rows.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { accountListQuery, type LinkedAccount } from "./integration.queries.ts";
import { UnlinkAccount } from "./unlink-account.tsx";

const route = getRouteApi("/signed-in/settings/integrations");
const PAGE_ROWS = 15;

function Row({ account }: { account: LinkedAccount }) {
  const { t } = useTranslation();
  const { kind, display_name: name, user, linked_at: at } = account;
  return (
    <tr>
      <td>{name}</td>
      <td>{user?.name ?? "–"}</td>
      <td data-wide>{t(`integrationKind.${kind}`)}</td>
      <td data-wide>
        <When at={at} />
      </td>
      <td data-number>
        <UnlinkAccount account={account} />
      </td>
    </tr>
  );
}

function Accounts({ accounts, isFiltered }: { accounts: readonly LinkedAccount[]; isFiltered: boolean }) {
  const { t } = useTranslation();
  if (accounts.length === 0)
    return (
      <NoRows isFiltered={isFiltered} title={t("integrations.noAccounts")}>
        {t("integrations.noAccountsHint")}
      </NoRows>
    );
  return (
    <DataTable
      columns={[
        { text: t("integrations.account") },
        { text: t("users.user") },
        { text: t("integrations.chat"), wide: true },
        { text: t("integrations.linked"), wide: true },
        { text: t("integrations.change"), number: true },
      ]}
    >
      {accounts.map((account) => (
        <Row key={account.id} account={account} />
      ))}
    </DataTable>
  );
}

/** Lists everyone's linked chat accounts, and unlinks them. */
export function LinkedAccounts() {
  const { t } = useTranslation();
  const { q, page = 1 } = route.useSearch();
  const query = useQuery(accountListQuery({ limit: PAGE_ROWS, page, search: q }));
  const find = <AddressSearch label={t("integrations.findAccount")} resetScroll={false} />;
  return (
    <div {...useKeptFocus<HTMLDivElement>()} role="group" aria-label={t("integrations.accounts")}>
      <Card flush title={t("integrations.accounts")} aside={find}>
        <WhenLoaded query={query} lines={3}>
          {({ linked_accounts: accounts }) => <Accounts accounts={accounts} isFiltered={q !== undefined} />}
        </WhenLoaded>
      </Card>
      <AddressPager query={query} resetScroll={false} />
    </div>
  );
}
