import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Problem } from "../../ui/problem.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import layout from "../../ui/layout.module.css";
import { EventChoice } from "./event-choice.tsx";

/** Creates a webhook and shows its signing secret once. */
export function NewWebhook() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [events, setEvents] = useState<string[]>([]);
  const create = useMutation({
    mutationFn: () => api.POST("/webhooks", { body: { url, description, events } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["webhooks"] }),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const made = create.data?.data?.data;
  if (made !== undefined)
    return (
      <div className={layout["stack"]}>
        <ShownOnce label={t("webhooks.secret")} secret={made.secret} />
        <Link to="/settings/webhooks/$webhookId" params={{ webhookId: made.id }}>
          {t("webhooks.deliveries")}
        </Link>
      </div>
    );
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <TextInput
        label={t("webhooks.url")}
        type="url"
        placeholder="https://example.com/hooks"
        required
        withAsterisk={false}
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <TextInput
        label={t("webhooks.description")}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <EventChoice chosen={events} onChoose={setEvents} />
      {create.isError && <Problem error={create.error} />}
      <div>
        <Button type="submit" loading={create.isPending} disabled={events.length === 0}>
          {t("webhooks.create")}
        </Button>
      </div>
    </form>
  );
}
