import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { EditForm } from "../../ui/edit-form.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
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
    [t("providers.assumeRecent"), yesOrNo(facts.assumeRecentSignIn)],
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
  const edit = useEditDraft({
    name: `identity-provider.${id}`,
    resource: provider,
    factsOf,
    secrets: ["clientSecret"],
    onDone,
  });
  const { fields: facts, set } = edit.draft;
  const rowsOf = useRows();
  const rowsOfProvider = (now: EditProps["provider"]): Rows => rowsOf(factsOf(now));
  const body = changeOf(facts);
  const change = useGuardedChange({
    send: (changed: typeof body, guard) =>
      api.PUT("/identity-providers/{id}", { params: { path: { id }, ...guard }, body: changed }),
    read: () => queries.query({ ...identityProviderQuery(id), staleTime: 0 }),
    rowsOf: rowsOfProvider,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["identity-providers"] });
      toast({ text: t("providers.saved") });
      edit.leave();
    },
  });
  return (
    <EditForm edit={edit} change={change} body={body} rowsOf={rowsOfProvider} mine={rowsOf(facts)}>
      <ProviderFields facts={facts} isNew={false} onChange={set} />
    </EditForm>
  );
}
