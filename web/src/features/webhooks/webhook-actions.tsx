import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { forgetDeleted } from "../../http/forget-deleted.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { ConfirmFirst } from "../../ui/confirm-first.tsx";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { EditForm } from "../../ui/edit-form.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAsking } from "../../ui/use-asking.ts";
import { hasDraft } from "../../ui/use-draft.ts";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import layout from "../../ui/layout.module.css";
import { EventChoice } from "./event-choice.tsx";
import { RecoverEvents } from "./recover-events.tsx";
import { webhookQuery, type Webhook } from "./webhook.queries.ts";

type Seen = Webhook & Tagged;

function useChange<C extends { active: boolean } | { events: string[] }>(
  { id }: Webhook,
  rowsOf: (now: Seen) => Rows,
  onDone?: () => void,
) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  return useGuardedChange({
    send: (body: C, guard) => api.PUT("/webhooks/{id}", { params: { path: { id }, ...guard }, body }),
    read: () => queries.query({ ...webhookQuery(id), staleTime: 0 }),
    rowsOf,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["webhooks"] });
      toast({ text: t("webhooks.changed") });
      onDone?.();
    },
  });
}

/** The events of a webhook. */
function WebhookEvents({ webhook }: { webhook: Seen }) {
  const { t } = useTranslation();
  const name = `webhook.${webhook.id}`;
  const { isAsking: isEditing, wasAsking: wasEditing, ask, leave } = useAsking(hasDraft(`form.${name}`));
  const edit = useEditDraft({
    name,
    resource: webhook,
    factsOf: ({ events: some }) => ({ events: some }),
    onDone: leave,
  });
  const { draft } = edit;
  const { events } = draft.fields;
  const rowsOf = ({ events: some }: Pick<Webhook, "events">): Rows => [
    [t("webhooks.events"), some.toSorted().join(", ")],
  ];
  const change = useChange<{ events: string[] }>(webhook, rowsOf, edit.leave);
  const begin = (): void => {
    edit.begin(webhook);
    ask();
  };
  if (!isEditing)
    return (
      <Button variant="default" autoFocus={wasEditing} onClick={begin}>
        {t("webhooks.editEvents")}…
      </Button>
    );
  return (
    <EditForm
      edit={edit}
      change={change}
      body={{ events }}
      rowsOf={rowsOf}
      mine={rowsOf({ events })}
      canSave={events.length > 0}
    >
      <EventChoice chosen={events} onChoose={(some) => draft.set({ events: some })} />
    </EditForm>
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
  const remove = () => api.DELETE("/webhooks/{id}", { params: { path: { id } } });
  const onRemoved = async () => {
    await navigate({ to: "/settings/webhooks" });
    toast({ text: t("webhooks.deleted") });
    await forgetDeleted(queries, "webhooks");
  };
  return (
    <>
      <ConfirmedAction
        text={t("webhooks.delete")}
        warning={t("webhooks.deleteWarning")}
        run={remove}
        onDone={onRemoved}
      />
    </>
  );
}

/** The actions available for a webhook. */
export function WebhookActions({ webhook }: { webhook: Seen }) {
  const { t } = useTranslation();
  const rowsOf = ({ active }: Pick<Webhook, "active">): Rows => [
    [t("webhooks.status"), t(active ? "webhooks.active" : "webhooks.off")],
  ];
  const change = useChange<{ active: boolean }>(webhook, rowsOf);
  // What was requested, also once someone else has done it.
  const wanted = change.variables?.body ?? { active: !webhook.active };
  return (
    <div className={layout["actions"]}>
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ body: { active: !webhook.active }, over: webhook })}
      >
        {t(webhook.active ? "webhooks.turnOff" : "webhooks.turnOn")}
      </Button>
      <ChangeProblem change={change} rowsOf={rowsOf} mine={rowsOf(wanted)} body={wanted} />
      <WebhookEvents webhook={webhook} />
      {webhook.active && <RecoverEvents webhook={webhook} />}
      <Secret webhook={webhook} />
      <Deletion webhook={webhook} />
    </div>
  );
}
