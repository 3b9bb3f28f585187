import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Tagged } from "../../http/use-guarded-change.ts";
import { Copyable } from "../../ui/copyable.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Note } from "../../ui/note.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useAsking } from "../../ui/use-asking.ts";
import { hasDraft } from "../../ui/use-draft.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { EditIdentityProvider } from "./edit-identity-provider.tsx";
import { identityProviderQuery, type IdentityProvider } from "./identity-provider.queries.ts";
import { NewIdentityProvider } from "./new-identity-provider.tsx";
import { ProviderDeletion, ProviderTest } from "./provider-actions.tsx";
import { ProviderBadge } from "./provider-badge.tsx";
import { ADDRESSES } from "./provider-facts.ts";

function About({ provider }: { provider: IdentityProvider }) {
  const { t } = useTranslation();
  const { kind, enabled, create_users: createsUsers, allowed_email_domains: domains } = provider;
  const yesOrNo = (is: boolean): string => t(is ? "providers.yes" : "providers.no");
  return (
    <Facts
      facts={[
        [t("users.status"), <ProviderBadge enabled={enabled} />],
        [t("providers.kind"), t(`providerKind.${kind}`)],
        ...ADDRESSES[kind].map((name) => [t(`providers.${name}`), provider[name]] as const),
        [t("providers.clientId"), <code>{provider.client_id}</code>],
        [
          t("providers.redirect"),
          <>
            <Copyable text={provider.redirect_uri} label={t("providers.redirect")} />
            <br />
            <Note>{t("providers.redirectHint")}</Note>
          </>,
        ],
        [t("providers.links"), yesOrNo(provider.link_by_email)],
        [t("providers.assumesRecent"), yesOrNo(provider.assume_recent_sign_in)],
        [t("providers.newUsers"), createsUsers ? t(`role.${provider.default_role}`) : yesOrNo(false)],
        [t("providers.domainsShort"), domains.length === 0 ? null : domains.join(", ")],
      ]}
    />
  );
}

function One({ provider, onClose }: { provider: IdentityProvider & Tagged; onClose: () => void }) {
  const { t } = useTranslation();
  const edit = useAsking(hasDraft(`form.identity-provider.${provider.id}`));
  if (edit.isAsking) return <EditIdentityProvider provider={provider} onDone={edit.leave} />;
  return (
    <>
      <About provider={provider} />
      <div className={layout["actions"]}>
        <ProviderTest id={provider.id} />
        <Button variant="default" autoFocus={edit.wasAsking} onClick={edit.ask}>
          {t("action.edit")}
        </Button>
        <ProviderDeletion id={provider.id} onDone={onClose} />
      </div>
    </>
  );
}

function OneProvider({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useQuery(identityProviderQuery(id));
  return (
    <SidePanel title={query.data?.name ?? t("providers.provider")} onClose={onClose}>
      <WhenLoaded query={query}>{(provider) => <One provider={provider} onClose={onClose} />}</WhenLoaded>
    </SidePanel>
  );
}

interface PanelProps {
  /** An id, or `new`. */
  provider: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** One provider beside the list, or a new one. */
export function IdentityProviderPanel({ provider, onOpen, onClose }: PanelProps) {
  const { t } = useTranslation();
  if (provider !== "new") return <OneProvider key={provider} id={provider} onClose={onClose} />;
  return (
    <SidePanel title={t("providers.new")} onClose={onClose}>
      <NewIdentityProvider onDone={onOpen} />
    </SidePanel>
  );
}
