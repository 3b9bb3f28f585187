import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Grant } from "../../../../domain/identity/oauth-client.rules.ts";
import type { Scope } from "../../../../domain/users/user.rules.ts";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { EditForm } from "../../ui/edit-form.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import { changeOf } from "./change-of.ts";
import { ClientFields, type ClientFacts } from "./client-fields.tsx";
import { oauthClientQuery, type OauthClient } from "./oauth-client.queries.ts";

const factsOf = (client: OauthClient): ClientFacts => ({
  name: client.name,
  redirects: client.redirect_uris.join("\n"),
  grants: client.grants as Grant[],
  scopes: client.scopes as Scope[],
  pkce: client.require_pkce,
});

/** What the form shows, as text. */
function useRows(): (facts: ClientFacts) => Rows {
  const { t } = useTranslation();
  return ({ name, grants, scopes, redirects, pkce }) => [
    [t("clients.name"), name],
    [t("clients.grants"), grants.map((grant) => t(`grant.${grant}`)).join(", ")],
    [t("clients.scopes"), scopes.map((scope) => t(`scope.${scope}`)).join(", ")],
    [t("clients.redirects"), redirects],
    [t("clients.pkceShort"), t(pkce ? "clients.required" : "clients.optional")],
  ];
}

interface EditProps {
  client: OauthClient & Tagged;
  onDone: () => void;
}

/** The form for an existing client. */
export function EditOauthClient({ client, onDone }: EditProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const { client_id: id, type } = client;
  const edit = useEditDraft({
    name: `oauth-client.${id}`,
    resource: client,
    factsOf,
    onDone,
  });
  const { fields: facts, set } = edit.draft;
  const rowsOf = useRows();
  const rowsOfClient = (now: EditProps["client"]): Rows => rowsOf(factsOf(now));
  const body = changeOf(type, facts);
  const change = useGuardedChange({
    send: (changed: typeof body, guard) =>
      api.PUT("/oauth-clients/{id}", { params: { path: { id }, ...guard }, body: changed }),
    read: () => queries.query({ ...oauthClientQuery(id), staleTime: 0 }),
    rowsOf: rowsOfClient,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["oauth-clients"] });
      toast({ text: t("clients.saved") });
      edit.leave();
    },
  });
  return (
    <EditForm
      edit={edit}
      change={change}
      body={body}
      rowsOf={rowsOfClient}
      mine={rowsOf(facts)}
      canSave={facts.grants.length > 0 && facts.scopes.length > 0}
    >
      <ClientFields type={type} facts={facts} onChange={set} />
    </EditForm>
  );
}
