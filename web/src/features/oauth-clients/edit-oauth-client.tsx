import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Grant } from "../../../../domain/identity/oauth-client.rules.ts";
import type { Scope } from "../../../../domain/users/user.rules.ts";
import { api } from "../../http/client.ts";
import { Problem } from "../../ui/problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import layout from "../../ui/layout.module.css";
import { changeOf } from "./change-of.ts";
import { ClientFields, type ClientFacts } from "./client-fields.tsx";
import type { OauthClient } from "./oauth-client.queries.ts";

const factsOf = (client: OauthClient): ClientFacts => ({
  name: client.name,
  redirects: client.redirect_uris.join("\n"),
  grants: client.grants as Grant[],
  scopes: client.scopes as Scope[],
  pkce: client.require_pkce,
});

/** The form for an existing client. */
export function EditOauthClient({ client, onDone }: { client: OauthClient; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const { client_id: id, type } = client;
  const [facts, setFacts] = useState(() => factsOf(client));
  const change = useMutation({
    mutationFn: () =>
      api.PUT("/oauth-clients/{id}", { params: { path: { id } }, body: changeOf(type, facts) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["oauth-clients"] });
      toast({ text: t("clients.saved") });
      onDone();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <ClientFields type={type} facts={facts} onChange={setFacts} />
      {change.isError && <Problem error={change.error} />}
      <div className={layout["inline"]}>
        <Button
          type="submit"
          size="xs"
          loading={change.isPending}
          disabled={facts.grants.length === 0 || facts.scopes.length === 0}
        >
          {t("action.save")}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
