import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Grant } from "../../../../domain/identity/oauth-client.rules.ts";
import type { Scope } from "../../../../domain/users/user.rules.ts";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows, type Tagged } from "../../http/use-guarded-change.ts";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { DraftNote } from "../../ui/draft-note.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import layout from "../../ui/layout.module.css";
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
  const { draft, seen, leave, keepTheirs } = useEditDraft({
    name: `oauth-client.${id}`,
    resource: client,
    factsOf,
    onDone,
  });
  const { fields: facts, set } = draft;
  const rowsOf = useRows();
  const change = useGuardedChange({
    send: (body: ReturnType<typeof changeOf>, guard) =>
      api.PUT("/oauth-clients/{id}", { params: { path: { id }, ...guard }, body }),
    read: () => queries.query({ ...oauthClientQuery(id), staleTime: 0 }),
    rowsOf: (now: EditProps["client"]) => rowsOf(factsOf(now)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["oauth-clients"] });
      toast({ text: t("clients.saved") });
      leave();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ body: changeOf(type, facts), over: seen });
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      <ClientFields type={type} facts={facts} onChange={set} />
      <ChangeProblem
        change={change}
        rowsOf={(now) => rowsOf(factsOf(now))}
        mine={rowsOf(facts)}
        body={changeOf(type, facts)}
        onLeave={keepTheirs}
      />
      <div className={layout["inline"]}>
        <Button
          type="submit"
          size="xs"
          loading={change.isPending}
          disabled={facts.grants.length === 0 || facts.scopes.length === 0}
        >
          {t("action.save")}
        </Button>
        <Button size="xs" variant="default" onClick={leave}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
