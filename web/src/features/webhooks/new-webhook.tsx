import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import layout from "../../ui/layout.module.css";
import { EventChoice } from "./event-choice.tsx";

const EMPTY = { url: "", description: "", events: [] as string[] };

/** Creates a webhook and shows its signing secret once. */
export function NewWebhook() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const draft = useFormDraft("webhook", EMPTY);
  const { fields, set, begin } = draft;
  const create = useMutation({
    mutationFn: () => api.POST("/webhooks", { body: fields }),
    onSuccess: () => {
      begin();
      return queries.invalidateQueries({ queryKey: ["webhooks"] });
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const kept = useKeptFocus<HTMLDivElement>();
  const made = create.data?.data?.data;
  if (made !== undefined)
    return (
      <div {...kept} className={layout["stack"]}>
        <ShownOnce label={t("webhooks.secret")} secret={made.secret} />
        <Link to="/settings/webhooks/$webhookId" params={{ webhookId: made.id }}>
          {t("webhooks.deliveries")}
        </Link>
      </div>
    );
  return (
    <div {...kept}>
      <form onSubmit={submit} className={layout["form"]}>
        <DraftNote draft={draft} />
        <TextInput
          label={t("webhooks.url")}
          type="url"
          placeholder="https://example.com/hooks"
          required
          value={fields.url}
          onChange={({ currentTarget }) => set({ ...fields, url: currentTarget.value })}
        />
        <TextInput
          label={t("webhooks.description")}
          value={fields.description}
          onChange={({ currentTarget }) => set({ ...fields, description: currentTarget.value })}
        />
        <EventChoice chosen={fields.events} onChoose={(events) => set({ ...fields, events })} />
        {create.isError && <Problem error={create.error} />}
        {fields.events.length === 0 && <Note>{t("webhooks.noEvents")}</Note>}
        <div>
          <Button type="submit" loading={create.isPending} disabled={fields.events.length === 0}>
            {t("webhooks.create")}
          </Button>
        </div>
      </form>
    </div>
  );
}
