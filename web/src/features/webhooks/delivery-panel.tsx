import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { webhookPayload } from "../../../../domain/webhooks/webhook-payload.rules.ts";
import { api } from "../../http/client.ts";
import { Badge } from "../../ui/badge.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Json } from "../../ui/json.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ShowOlder } from "../../ui/show-older.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { useOlder } from "../../ui/use-older.ts";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { DeliveryBadge } from "./delivery-badge.tsx";
import { deliveryQuery, eventQuery, olderAttempts, type DeliveryDetail } from "./webhook.queries.ts";

type Attempt = DeliveryDetail["attempt_log"][number];

const isSuccess = ({ status_code: code }: Attempt): boolean => code !== null && code >= 200 && code < 300;

function OneAttempt({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation();
  const { number, at, status_code: code, latency_ms: latency, error, answer } = attempt;
  return (
    <section className={layout["stack"]}>
      <div className={layout["inline"]}>
        <strong>{t("webhooks.attempt", { number })}</strong>
        <Badge tone={isSuccess(attempt) ? "good" : "bad"}>{code ?? t("webhooks.noAnswer")}</Badge>
        <Note>
          <When at={at} />, {t("webhooks.milliseconds", { count: latency })}
        </Note>
      </div>
      {error !== null && <p>{error}</p>}
      {code !== null && answer === null && <Note>{t("webhooks.answerNotKept")}</Note>}
      {answer !== null && answer !== "" && <Json label={t("webhooks.answer")} text={answer} />}
    </section>
  );
}

/** All attempts, newest first. */
function Attempts({ webhookId, delivery }: { webhookId: string; delivery: DeliveryDetail }) {
  const { t } = useTranslation();
  const { query, show, pages } = useOlder(olderAttempts(webhookId, delivery.id));
  const shown = [...delivery.attempt_log.toReversed(), ...pages.flatMap(({ attempts }) => attempts)];
  const hidden = delivery.attempt_count - shown.length;
  return (
    <div {...useKeptFocus<HTMLDivElement>()} className={layout["stack"]}>
      {shown.map((attempt) => (
        <OneAttempt key={`${attempt.number} ${attempt.at}`} attempt={attempt} />
      ))}
      {hidden > 0 && (
        <ShowOlder label={t("webhooks.olderAttempts", { count: hidden })} query={query} onShow={show} />
      )}
    </div>
  );
}

/** The body of every attempt, from the same rule that the worker sends by. */
function Payload({ eventId }: { eventId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(eventQuery(eventId));
  if (data === undefined) return null;
  const sent = webhookPayload({ ...data, kind: data.event });
  return (
    <>
      <h3>{t("webhooks.payload")}</h3>
      <Json label={t("webhooks.payload")} text={JSON.stringify(sent, null, 2)} />
    </>
  );
}

function Again({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const send = useMutation({
    mutationFn: () =>
      api.POST("/webhooks/{id}/deliveries/{deliveryId}/redeliver", {
        params: { path: { id: webhookId, deliveryId } },
      }),
    onSuccess: async () => {
      toast({ text: t("webhooks.redelivered") });
      await queries.invalidateQueries({ queryKey: ["webhooks"] });
    },
  });
  return (
    <>
      {send.isError && <Problem error={send.error} />}
      <div className={layout["actions"]}>
        <Button loading={send.isPending} onClick={() => send.mutate()}>
          {t("webhooks.redeliver")}
        </Button>
      </div>
    </>
  );
}

interface PanelProps {
  webhookId: string;
  deliveryId: string;
  onClose: () => void;
}

/** One delivery: its content, each attempt with the response, and a button to send it again. */
export function DeliveryPanel({ webhookId, deliveryId, onClose }: PanelProps) {
  const { t } = useTranslation();
  const query = useQuery(deliveryQuery(webhookId, deliveryId));
  return (
    <SidePanel title={query.data?.event ?? t("webhooks.delivery")} onClose={onClose}>
      <WhenLoaded query={query}>
        {(delivery) => (
          <>
            <Facts
              facts={[
                [t("webhooks.status"), <DeliveryBadge status={delivery.status} />],
                [t("webhooks.created"), <When at={delivery.created_at} />],
                [
                  t("webhooks.next"),
                  delivery.next_attempt_at === null ? null : <When at={delivery.next_attempt_at} />,
                ],
                ["webhook-id", <code>{delivery.event_id}</code>],
              ]}
            />
            <Again webhookId={webhookId} deliveryId={deliveryId} />
            <Attempts webhookId={webhookId} delivery={delivery} />
            <Payload eventId={delivery.event_id} />
          </>
        )}
      </WhenLoaded>
    </SidePanel>
  );
}
