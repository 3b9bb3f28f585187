import { Button, Select } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import {
  PROVIDER_KINDS,
  type ProviderKind,
} from "../../../../domain/identity-providers/identity-provider.rules.ts";
import { api } from "../../http/client.ts";
import { DraftNote } from "../../ui/draft-note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import layout from "../../ui/layout.module.css";
import { NEW_PROVIDER, changeOf } from "./provider-facts.ts";
import { ProviderFields } from "./provider-fields.tsx";

function KindSelect({ value, onChange }: { value: ProviderKind; onChange: (kind: ProviderKind) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("providers.kind")}
      data={PROVIDER_KINDS.map((kind) => ({ value: kind, label: t(`providerKind.${kind}`) }))}
      allowDeselect={false}
      value={value}
      onChange={(kind) => onChange(kind ?? value)}
    />
  );
}

/** The form for a new provider; afterwards the panel shows the redirect URI to register. */
export function NewIdentityProvider({ onDone }: { onDone: (id: string) => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const draft = useFormDraft("identity-provider", NEW_PROVIDER, ["clientSecret"]);
  const { fields: facts, set } = draft;
  const create = useMutation({
    mutationFn: () =>
      api.POST("/identity-providers", {
        body: { ...changeOf(facts), kind: facts.kind, client_secret: facts.clientSecret },
      }),
    onSuccess: async ({ data }) => {
      draft.begin();
      await queries.invalidateQueries({ queryKey: ["identity-providers"] });
      onDone(data!.data.id);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <KindSelect value={facts.kind} onChange={(kind) => set({ ...facts, kind })} />
      <ProviderFields facts={facts} isNew onChange={set} />
      {create.isError && <Problem error={create.error} />}
      <div>
        <Button type="submit" loading={create.isPending}>
          {t("providers.create")}
        </Button>
      </div>
    </form>
  );
}
