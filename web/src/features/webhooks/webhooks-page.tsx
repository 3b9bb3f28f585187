import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { AddressPager } from "../../ui/address-pager.tsx";
import { AddressSearch } from "../../ui/address-search.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { NoRows } from "../../ui/no-rows.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { NewWebhook } from "./new-webhook.tsx";
import { WebhookBadge } from "./webhook-badge.tsx";
import { webhookListQuery, type Webhook } from "./webhook.queries.ts";

const route = getRouteApi("/signed-in/settings/webhooks");
const PAGE_ROWS = 25;

function Row({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, url, description, events, owner } = webhook;
  return (
    <tr>
      <td className={layout["grow"]}>
        <Link className={table["rowLink"]} to="/settings/webhooks/$webhookId" params={{ webhookId: id }}>
          {url}
        </Link>
        {description !== "" && <div className={table["under"]}>{description}</div>}
      </td>
      <td data-wide>
        {events.includes("*") ? t("webhooks.allEvents") : t("webhooks.eventCount", { count: events.length })}
      </td>
      <td data-wide>{owner?.name ?? "–"}</td>
      <td data-wide>{format.date(webhook.created_at)}</td>
      <td>
        <WebhookBadge webhook={webhook} />
      </td>
    </tr>
  );
}

function Webhooks({ webhooks, isFiltered }: { webhooks: readonly Webhook[]; isFiltered: boolean }) {
  const { t } = useTranslation();
  if (webhooks.length === 0)
    return (
      <NoRows isFiltered={isFiltered} title={t("webhooks.none")}>
        {t("webhooks.noneHint")}
      </NoRows>
    );
  return (
    <DataTable
      columns={[
        { text: t("webhooks.url") },
        { text: t("webhooks.events"), wide: true },
        { text: t("webhooks.owner"), wide: true },
        { text: t("webhooks.created"), wide: true },
        { text: t("webhooks.status") },
      ]}
    >
      {webhooks.map((webhook) => (
        <Row key={webhook.id} webhook={webhook} />
      ))}
    </DataTable>
  );
}

/** Webhooks: the user's own, or everyone's for administrators. */
export function WebhooksPage() {
  const { t } = useTranslation();
  const { q, webhook, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(webhookListQuery({ limit: PAGE_ROWS, page, search: q }));
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, webhook: id }), resetScroll: false });
  return (
    <>
      <PageTitle title={t("webhooks.title")}>
        <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => open("new")}>
          {t("webhooks.new")}
        </Button>
      </PageTitle>
      <div className={layout["toolbar"]} role="search">
        <AddressSearch label={t("webhooks.find")} />
      </div>
      <Card flush>
        <WhenLoaded query={query}>
          {({ webhooks }) => <Webhooks webhooks={webhooks} isFiltered={q !== undefined} />}
        </WhenLoaded>
      </Card>
      <AddressPager query={query} />
      {webhook === "new" && (
        <SidePanel title={t("webhooks.new")} onClose={() => open(undefined)}>
          <NewWebhook />
        </SidePanel>
      )}
    </>
  );
}
