import { Button, Select } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { CLIENT_TYPES, type ClientType } from "../../../../domain/identity/oauth-client.rules.ts";
import { api } from "../../http/client.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ShownOnce } from "../../ui/shown-once.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import layout from "../../ui/layout.module.css";
import { changeOf } from "./change-of.ts";
import { ClientFields, type ClientFacts } from "./client-fields.tsx";
import type { NewClient } from "./oauth-client.queries.ts";

const EMPTY: ClientFacts & { type: ClientType } = {
  type: "confidential",
  name: "",
  redirects: "",
  grants: ["authorization_code", "refresh_token"],
  scopes: ["read"],
  pkce: true,
};

function useCreate(onCreated: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewClient) => api.POST("/oauth-clients", { body }),
    onSuccess: () => {
      onCreated();
      return queries.invalidateQueries({ queryKey: ["oauth-clients"] });
    },
  });
}

function TypeSelect({ value, onChange }: { value: ClientType; onChange: (type: ClientType) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("clients.type")}
      description={t(`clients.${value}Hint`)}
      data={CLIENT_TYPES.map((type) => ({ value: type, label: t(`clients.${type}`) }))}
      allowDeselect={false}
      value={value}
      onChange={(type) => onChange(type ?? value)}
    />
  );
}

/** The form for a new client; shows its secret once. */
export function NewOauthClient() {
  const { t } = useTranslation();
  const draft = useFormDraft("oauth-client", EMPTY);
  const { fields, set } = draft;
  const { type, ...facts } = fields;
  const create = useCreate(() => draft.begin());
  const kept = useKeptFocus<HTMLDivElement>();
  const made = create.data?.data?.data;
  if (made !== undefined)
    return (
      <div {...kept}>
        <Facts facts={[[t("clients.id"), <Copyable text={made.client_id} label={t("clients.id")} />]]} />
        {made.client_secret !== undefined && (
          <ShownOnce label={t("clients.secret")} secret={made.client_secret} />
        )}
      </div>
    );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    create.mutate({ type, ...changeOf(type, facts) });
  };
  return (
    <div {...kept}>
      <form onSubmit={submit} className={layout["form"]}>
        <DraftNote draft={draft} />
        <TypeSelect value={type} onChange={(next) => set({ ...fields, type: next })} />
        <ClientFields type={type} facts={facts} onChange={(next) => set({ ...fields, ...next })} />
        {create.isError && <Problem error={create.error} />}
        <div>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={facts.grants.length === 0 || facts.scopes.length === 0}
          >
            {t("clients.create")}
          </Button>
        </div>
      </form>
    </div>
  );
}
