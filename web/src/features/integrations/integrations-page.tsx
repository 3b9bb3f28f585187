import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Note } from "../../ui/note.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { IntegrationCard } from "./integration-card.tsx";
import { IntegrationSettings } from "./integration-settings.tsx";
import { integrationListQuery, type Integration } from "./integration.queries.ts";
import { LinkedAccounts } from "./linked-accounts.tsx";

const route = getRouteApi("/signed-in/settings/integrations");

function Integrations({ integrations }: { integrations: readonly Integration[] }) {
  const { t } = useTranslation();
  const { edit } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (kind: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, edit: kind }), resetScroll: false });
  const edited = integrations.find(({ kind }) => kind === edit);
  return (
    <>
      <div className={`${layout["columns"]} ${layout["even"]}`}>
        {integrations.map((integration) => (
          <IntegrationCard
            key={integration.kind}
            integration={integration}
            onEdit={() => open(integration.kind)}
          />
        ))}
      </div>
      {edited !== undefined && (
        <SidePanel
          key={edited.kind}
          title={t(`integrationKind.${edited.kind}`)}
          onClose={() => open(undefined)}
        >
          <IntegrationSettings integration={edited} onDone={() => open(undefined)} />
        </SidePanel>
      )}
    </>
  );
}

/** Slack, WhatsApp, n8n and linked chat accounts. */
export function IntegrationsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle title={t("integrations.title")}>
        <Note>{t("integrations.intro")}</Note>
      </PageTitle>
      <div className={layout["stack"]}>
        <WhenLoaded query={useQuery(integrationListQuery)}>
          {({ integrations }) => <Integrations integrations={integrations} />}
        </WhenLoaded>
        <LinkedAccounts />
      </div>
    </>
  );
}
