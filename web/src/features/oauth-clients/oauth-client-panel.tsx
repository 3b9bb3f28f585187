import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Grant } from "../../../../domain/identity/oauth-client.rules.ts";
import type { Scope } from "../../../../domain/users/user.rules.ts";
import type { Tagged } from "../../http/use-guarded-change.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { Facts } from "../../ui/facts.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useAsking } from "../../ui/use-asking.ts";
import { hasDraft } from "../../ui/use-draft.ts";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { ClientDeletion, SecretRotation } from "./client-actions.tsx";
import { EditOauthClient } from "./edit-oauth-client.tsx";
import { NewOauthClient } from "./new-oauth-client.tsx";
import { oauthClientQuery, type OauthClient } from "./oauth-client.queries.ts";

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => <div key={line}>{line}</div>);
}

function About({ client }: { client: OauthClient }) {
  const { t } = useTranslation();
  const { client_id: id, type, grants, scopes, redirect_uris: redirects, owner } = client;
  return (
    <Facts
      facts={[
        [t("clients.id"), <Copyable text={id} label={t("clients.id")} />],
        [t("clients.type"), t(`clients.${type}`)],
        [t("clients.grants"), <Lines lines={grants.map((grant) => t(`grant.${grant as Grant}`))} />],
        [t("clients.scopes"), scopes.map((scope) => t(`scope.${scope as Scope}`)).join(", ")],
        [t("clients.redirects"), redirects.length === 0 ? null : <Lines lines={redirects} />],
        [t("clients.pkceShort"), t(client.require_pkce ? "clients.required" : "clients.optional")],
        [t("clients.owner"), owner?.name ?? "–"],
        [t("clients.changed"), <When at={client.updated_at} />],
      ]}
    />
  );
}

function One({ client, onClose }: { client: OauthClient & Tagged; onClose: () => void }) {
  const { t } = useTranslation();
  const edit = useAsking(hasDraft(`form.oauth-client.${client.client_id}`));
  if (edit.isAsking) return <EditOauthClient client={client} onDone={edit.leave} />;
  return (
    <>
      <About client={client} />
      <div className={layout["actions"]}>
        <Button variant="default" autoFocus={edit.wasAsking} onClick={edit.ask}>
          {t("action.edit")}
        </Button>
        <SecretRotation client={client} />
        <ClientDeletion client={client} onDone={onClose} />
      </div>
    </>
  );
}

function OneClient({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useQuery(oauthClientQuery(id));
  return (
    <SidePanel title={query.data?.name ?? t("clients.client")} onClose={onClose}>
      <WhenLoaded query={query}>{(client) => <One client={client} onClose={onClose} />}</WhenLoaded>
    </SidePanel>
  );
}

/** One client beside the list, or a new one. */
export function OauthClientPanel({ client, onClose }: { client: string; onClose: () => void }) {
  const { t } = useTranslation();
  if (client !== "new") return <OneClient key={client} id={client} onClose={onClose} />;
  return (
    <SidePanel title={t("clients.new")} onClose={onClose}>
      <NewOauthClient />
    </SidePanel>
  );
}
