import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Facts } from "../../ui/facts.tsx";
import { Json } from "../../ui/json.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import type { AuditEntry } from "./audit-log.queries.ts";
import type { AuditSearch } from "./audit-search.ts";

/** Narrows the list to a person or a resource, without its other filters. */
function Only({ search, text }: { search: AuditSearch; text: string }) {
  return (
    <div>
      <Link from="/settings/audit-log" to="." search={search}>
        {text}
      </Link>
    </div>
  );
}

/** The side panel with every field of an entry. */
export function AuditPanel({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { actor, actor_id: by, subject_id: subject, request_id: request, project_id: project } = entry;
  return (
    <SidePanel title={t("audit.entry", { position: format.number(entry.position) })} onClose={onClose}>
      <Facts
        facts={[
          [t("audit.when"), format.exact(entry.occurred_at)],
          [
            t("audit.who"),
            <>
              {actor?.name ?? by ?? t("audit.system")}
              {by !== null && <Only search={{ by }} text={t("audit.allBy")} />}
            </>,
          ],
          [t("audit.what"), <code>{entry.action}</code>],
          [
            t("audit.about"),
            <>
              <code>
                {entry.subject_kind} {subject}
              </code>
              {subject !== null && <Only search={{ subject }} text={t("audit.allAbout")} />}
            </>,
          ],
          [t("audit.project"), project === null ? null : <code>{project}</code>],
          [t("audit.credential"), entry.credential === null ? null : <code>{entry.credential}</code>],
          [t("audit.address"), entry.address === null ? null : <code>{entry.address}</code>],
          [t("audit.request"), request === null ? null : <code>{request}</code>],
          [t("audit.hash"), <code>{entry.hash}</code>],
          [t("audit.previous"), <code>{entry.previous_hash}</code>],
        ]}
      />
      <h3>{t("audit.data")}</h3>
      <Json label={t("audit.data")} text={JSON.stringify(entry.data, null, 2)} />
    </SidePanel>
  );
}
