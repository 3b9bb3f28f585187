import { Button, Select } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import type { Tagged } from "../../http/use-guarded-change.ts";
import { AddressPager } from "../../ui/address-pager.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { NoRows } from "../../ui/no-rows.tsx";
import { Facts } from "../../ui/facts.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { DeliveryBadge } from "./delivery-badge.tsx";
import { DeliveryPanel } from "./delivery-panel.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookBadge } from "./webhook-badge.tsx";
import { deliveriesQuery, webhookQuery, type Delivery, type Webhook } from "./webhook.queries.ts";

const route = getRouteApi("/signed-in/settings/webhooks/$webhookId");
const PAGE_ROWS = 25;
const STATUSES: readonly Delivery["status"][] = [
  "pending",
  "sending",
  "retrying",
  "delivered",
  "dead",
  "cancelled",
];

function TestButton({ id }: { id: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const test = useMutation({
    mutationFn: () => api.POST("/webhooks/{id}/test", { params: { path: { id } } }),
    onSuccess: async () => {
      toast({ text: t("webhooks.tested") });
      await queries.invalidateQueries({ queryKey: ["webhooks", "deliveries", id] });
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={15} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {t("webhooks.test")}
      </Button>
      {test.isError && <Problem error={test.error} />}
    </>
  );
}

function About({ webhook }: { webhook: Webhook & Tagged }) {
  const { t } = useTranslation();
  const { description, owner, events, failing_since: failing } = webhook;
  return (
    <Card>
      <Facts
        facts={[
          [t("webhooks.description"), description === "" ? null : description],
          [t("webhooks.owner"), owner?.name ?? "–"],
          [
            t("webhooks.events"),
            events.includes("*") ? t("webhooks.allEvents") : <code>{events.join(", ")}</code>,
          ],
          [t("webhooks.failingSince"), failing === null ? null : <When at={failing} />],
        ]}
      />
      <WebhookActions webhook={webhook} />
    </Card>
  );
}

function Row({ delivery, isChosen }: { delivery: Delivery; isChosen: boolean }) {
  return (
    <tr aria-selected={isChosen}>
      <td>
        <Link
          from="/settings/webhooks/$webhookId"
          to="."
          search={(before) => ({ ...before, delivery: delivery.id })}
          resetScroll={false}
          className={`${table["rowLink"]} ${table["code"]}`}
        >
          {delivery.event}
        </Link>
      </td>
      <td data-wide>
        <When at={delivery.created_at} />
      </td>
      <td data-number data-wide>
        {delivery.attempts}
      </td>
      <td>
        <DeliveryBadge status={delivery.status} />
      </td>
    </tr>
  );
}

/** A delivery also decides whether the webhook is failing. */
function useStandingAfter(webhookId: string, deliveries: readonly Delivery[] = []): void {
  const queries = useQueryClient();
  const states = deliveries.map(({ id, status, attempts }) => `${id} ${status} ${attempts}`).join();
  const before = useRef(states);
  useEffect(() => {
    if (before.current !== "" && before.current !== states)
      void queries.invalidateQueries({ queryKey: ["webhooks", "one", webhookId] });
    before.current = states;
  }, [queries, webhookId, states]);
}

function Deliveries() {
  const { t } = useTranslation();
  const { webhookId } = route.useParams();
  const { status, delivery, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(deliveriesQuery(webhookId, { limit: PAGE_ROWS, page, status }));
  useStandingAfter(webhookId, query.data?.deliveries);
  const columns = [
    { text: t("webhooks.event") },
    { text: t("webhooks.created"), wide: true },
    { text: t("webhooks.attempts"), number: true, wide: true },
    { text: t("webhooks.status") },
  ];
  const filter = (
    <Select
      size="xs"
      aria-label={t("webhooks.status")}
      placeholder={t("webhooks.anyStatus")}
      clearable
      data={STATUSES.map((value) => ({ value, label: t(`deliveryStatus.${value}`) }))}
      value={status ?? null}
      onChange={(to) => void navigate({ search: { status: to ?? undefined }, replace: true })}
    />
  );
  return (
    <>
      <Card flush title={t("webhooks.deliveries")} aside={filter}>
        <WhenLoaded query={query}>
          {({ deliveries }) =>
            deliveries.length === 0 ? (
              <NoRows isFiltered={status !== undefined} title={t("webhooks.noDeliveries")}>
                {t("webhooks.noDeliveriesHint")}
              </NoRows>
            ) : (
              <DataTable columns={columns}>
                {deliveries.map((one) => (
                  <Row key={one.id} delivery={one} isChosen={one.id === delivery} />
                ))}
              </DataTable>
            )
          }
        </WhenLoaded>
      </Card>
      <AddressPager query={query} />
    </>
  );
}

/** A webhook and its deliveries. */
export function WebhookPage() {
  const { webhookId } = route.useParams();
  const { delivery } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <WhenLoaded query={useQuery(webhookQuery(webhookId))}>
      {(webhook) => (
        <>
          <PageTitle title={webhook.url}>
            <WebhookBadge webhook={webhook} />
            <TestButton id={webhook.id} />
          </PageTitle>
          <div className={layout["stack"]}>
            <About webhook={webhook} />
            <Deliveries />
          </div>
          {delivery !== undefined && (
            <DeliveryPanel
              key={delivery}
              webhookId={webhookId}
              deliveryId={delivery}
              onClose={() =>
                void navigate({
                  search: (before) => ({ ...before, delivery: undefined }),
                  resetScroll: false,
                })
              }
            />
          )}
        </>
      )}
    </WhenLoaded>
  );
}
