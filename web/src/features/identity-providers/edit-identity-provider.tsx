import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import layout from "../../ui/layout.module.css";
import { identityProviderQuery, type IdentityProvider } from "./identity-provider.queries.ts";
import { ADDRESSES, changeOf, factsOf, type ProviderFacts } from "./provider-facts.ts";
import { ProviderFields } from "./provider-fields.tsx";

interface EditProps {
  provider: IdentityProvider & Tagged;
  onDone: () => void;
}

/** What the form shows, as text. */
function useRows(): (facts: ProviderFacts) => Rows {
  const { t } = useTranslation();
  const yesOrNo = (is: boolean): string => t(is ? "providers.yes" : "providers.no");
  return (facts) => [
    [t("providers.name"), facts.name],
    ...ADDRESSES[facts.kind].map((name) => [t(`providers.${name}`), facts.addresses[name]] as const),
    [t("providers.clientId"), facts.clientId],
    [t("providers.scopes"), facts.scopes],
    [t("providers.enabled"), yesOrNo(facts.enabled)],
    [t("providers.linkByEmail"), yesOrNo(facts.linkByEmail)],
    [t("providers.createUsers"), yesOrNo(facts.createUsers)],
    [t("providers.defaultRole"), t(`role.${facts.role}`)],
    [t("providers.domains"), facts.domains],
  ];
}

/** The form for an existing provider; its kind cannot change. */
export function EditIdentityProvider({ provider, onDone }: EditProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const { id } = provider;
  const { draft, seen, leave, keepTheirs } = useEditDraft({
    name: `identity-provider.${id}`,
    resource: provider,
    factsOf,
    secrets: ["clientSecret"],
    onDone,
  });
  const { fields: facts, set } = draft;
  const rowsOf = useRows();
  const change = useGuardedChange({
    send: (body: ReturnType<typeof changeOf>, guard) =>
      api.PUT("/identity-providers/{id}", { params: { path: { id }, ...guard }, body }),
    read: () => queries.query({ ...identityProviderQuery(id), staleTime: 0 }),
    rowsOf: (now: EditProps["provider"]) => rowsOf(factsOf(now)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["identity-providers"] });
      toast({ text: t("providers.saved") });
      leave();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ body: changeOf(facts), over: seen });
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <ProviderFields facts={facts} isNew={false} onChange={set} />
      <ChangeProblem
        change={change}
        rowsOf={(now) => rowsOf(factsOf(now))}
        mine={rowsOf(facts)}
        body={changeOf(facts)}
        onLeave={keepTheirs}
      />
      <div className={layout["inline"]}>
        <Button type="submit" size="xs" loading={change.isPending}>
          {t("action.save")}
        </Button>
        <Button size="xs" variant="default" onClick={leave}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
