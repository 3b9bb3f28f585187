import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Facts } from "../../ui/facts.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { useMay } from "../identity/use-may.ts";
import { projectQuery } from "../projects/project.queries.ts";
import { apiKeyQuery, type ApiKey } from "./api-key.queries.ts";
import { KeyActions } from "./key-actions.tsx";
import { KeyBadge } from "./key-badge.tsx";
import { NewApiKey } from "./new-api-key.tsx";

/** Empty until they are known. */
function useProjectNames(ids: readonly string[]): string {
  const { t } = useTranslation();
  const queries = useQueries({ queries: ids.map((id) => projectQuery(id)) });
  if (queries.some(({ isPending }) => isPending)) return "";
  return queries.map(({ data }) => data?.name ?? t("apiKeys.anotherProject")).join(", ");
}

function Restrictions({ restrictions }: Pick<ApiKey, "restrictions">) {
  const { t } = useTranslation();
  const format = useFormat();
  const { rate_limit: rate, ip_allow: addresses, time, resources } = restrictions;
  const projects = useProjectNames(resources?.project_ids ?? []);
  const minute = rate?.per_minute;
  if (Object.keys(restrictions).length === 0) return <p>{t("apiKeys.unrestricted")}</p>;
  return (
    <Facts
      facts={[
        [t("apiKeys.addresses"), addresses === undefined ? null : addresses.join(", ")],
        [t("apiKeys.perMinute"), minute === undefined ? null : format.number(minute)],
        [t("apiKeys.hours"), time === undefined ? null : `${time.from} – ${time.to}, ${time.timezone}`],
        [t("apiKeys.projects"), projects === "" ? null : projects],
      ]}
    />
  );
}

/** Refused uses as well, such as those from another address. */
function Audited({ id }: Pick<ApiKey, "id">) {
  const { t } = useTranslation();
  if (!useMay("audit_log.read")) return null;
  return (
    <p>
      <Link to="/settings/audit-log" search={{ subject: id }}>
        {t("apiKeys.audited")}
      </Link>
    </p>
  );
}

function About({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { expires_at: expires, rotation_due_at: due, last_used_at: used } = apiKey;
  return (
    <>
      <Facts
        facts={[
          [t("users.status"), <KeyBadge apiKey={apiKey} />],
          [
            t("apiKeys.key"),
            <code>
              {apiKey.prefix}…{apiKey.last_four}
            </code>,
          ],
          [t("apiKeys.kind"), t(`keyKind.${apiKey.kind}`)],
          [t("apiKeys.owner"), apiKey.owner?.name ?? "–"],
          [t("apiKeys.scopes"), apiKey.scopes.map((scope) => t(`scope.${scope}`)).join(", ")],
          [t("apiKeys.rotation"), due === null ? null : format.date(due)],
          [t("apiKeys.expires"), expires === null ? t("apiKeys.neverExpires") : format.dateTime(expires)],
          [t("apiKeys.lastUsed"), used === null ? t("users.never") : <When at={used} />],
        ]}
      />
      <h3>{t("apiKeys.restrictions")}</h3>
      <Restrictions restrictions={apiKey.restrictions} />
      <Audited id={apiKey.id} />
    </>
  );
}

function OneKey({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useQuery(apiKeyQuery(id));
  // A key that is revoked or replaced has fewer buttons.
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <SidePanel title={query.data?.name ?? t("apiKeys.key")} onClose={onClose}>
      <WhenLoaded query={query}>
        {(apiKey) => (
          <div {...kept}>
            <About apiKey={apiKey} />
            <KeyActions apiKey={apiKey} />
          </div>
        )}
      </WhenLoaded>
    </SidePanel>
  );
}

/** The side panel for one key, or for creating one. */
export function ApiKeyPanel({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const { t } = useTranslation();
  if (apiKey !== "new") return <OneKey key={apiKey} id={apiKey} onClose={onClose} />;
  return (
    <SidePanel title={t("apiKeys.new")} onClose={onClose}>
      <NewApiKey />
    </SidePanel>
  );
}
