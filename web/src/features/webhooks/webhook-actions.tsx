import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { ConfirmFirst } from "../../ui/confirm-first.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import { EventChoice } from "./event-choice.tsx";
import type { Webhook } from "./webhook.queries.ts";

type Change = { active: boolean } | { events: string[] };

function useChange({ id }: Webhook, onDone?: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (body: Change) => api.PUT("/webhooks/{id}", { params: { path: { id } }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["webhooks"] });
      toast({ text: t("webhooks.changed") });
      onDone?.();
    },
  });
}

/** The events of a webhook. */
export function WebhookEvents({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const [events, setEvents] = useState<string[] | null>(null);
  const change = useChange(webhook, () => setEvents(null));
  if (events === null)
    return (
      <Button size="xs" variant="default" onClick={() => setEvents(webhook.events)}>
        {t("webhooks.editEvents")}…
      </Button>
    );
  return (
    <div className={layout["form"]}>
      <EventChoice chosen={events} onChoose={setEvents} />
      {change.isError && <Problem error={change.error} />}
      <div className={layout["inline"]}>
        <Button
          size="xs"
          loading={change.isPending}
          disabled={events.length === 0}
          onClick={() => change.mutate({ events })}
        >
          {t("action.save")}
        </Button>
        <Button size="xs" variant="default" onClick={() => setEvents(null)}>
          {t("action.cancel")}
        </Button>
      </div>
    </div>
  );
}

function Secret({ webhook: { id } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const rotate = useMutation({
    mutationFn: () => api.POST("/webhooks/{id}/rotate-secret", { params: { path: { id } } }),
  });
  const secret = rotate.data?.data?.data.secret;
  return (
    <>
      <ConfirmFirst
        text={t("webhooks.rotateSecret")}
        warning={t("webhooks.rotateSecretWarning")}
        isPending={rotate.isPending}
        onConfirm={() => rotate.mutate()}
      />
      {rotate.isError && <Problem error={rotate.error} />}
      {secret !== undefined && <ShownOnce label={t("webhooks.secret")} secret={secret} />}
    </>
  );
}

function Deletion({ webhook: { id } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: () => api.DELETE("/webhooks/{id}", { params: { path: { id } } }),
    onSuccess: async () => {
      await navigate({ to: "/settings/webhooks" });
      queries.removeQueries({ queryKey: ["webhooks"] });
      toast({ text: t("webhooks.deleted") });
    },
  });
  return (
    <>
      <ConfirmFirst
        text={t("webhooks.delete")}
        warning={t("webhooks.deleteWarning")}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
      {remove.isError && <Problem error={remove.error} />}
    </>
  );
}

/** The actions available for a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const change = useChange(webhook);
  return (
    <div className={layout["actions"]}>
      <Button
        size="xs"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ active: !webhook.active })}
      >
        {t(webhook.active ? "webhooks.turnOff" : "webhooks.turnOn")}
      </Button>
      {change.isError && <Problem error={change.error} />}
      <WebhookEvents webhook={webhook} />
      <Secret webhook={webhook} />
      <Deletion webhook={webhook} />
    </div>
  );
}
