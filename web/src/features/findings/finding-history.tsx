import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useActorName } from "../../i18n/use-actor-name.ts";
import { History } from "../history/history.tsx";
import type { Event } from "../history/history.queries.ts";
import type { FindingDetail } from "./finding.queries.ts";
import styles from "./findings.module.css";

/** The status before and after, or the fields that changed. */
function useDetail(): (event: Event) => string {
  const { t, i18n } = useTranslation();
  return ({ data }) => {
    const { changed = [], from, to } = data as { changed?: string[]; from?: string; to?: string };
    const statuses = [from, to].map((status) => `findingStatus.${status}`);
    const fields = changed.map((field) => `fieldName.${field}`);
    const known = (keys: string[]) =>
      keys.filter((key) => i18n.exists(key)).map((key) => t(key as "fieldName.title"));
    return known(fields).join(", ") || known(statuses).join(" → ");
  };
}

/** Without comments, which are beside it. */
const KIND = "finding.created,finding.updated,finding.status_changed";

function Reason({ event: { data } }: { event: Event }) {
  const { reason } = data as { reason?: string | null };
  if (typeof reason !== "string" || reason === "") return null;
  return (
    <div>
      <q>{reason}</q>
    </div>
  );
}

function Rows({ id }: Pick<FindingDetail, "id">) {
  const { t } = useTranslation();
  const detailOf = useDetail();
  const nameOf = useActorName();
  const textOf = (event: Event): string => {
    const key = event.event.replace("finding.", "") as "created" | "updated" | "status_changed";
    const what = t(`findingEvent.${key}`, { who: nameOf(event) });
    return [what, detailOf(event)].filter((part) => part !== "").join(": ");
  };
  return (
    <History subject={{ id, kind: KIND }} textOf={textOf} reasonOf={(event) => <Reason event={event} />} />
  );
}

/** Who changed the finding, and the reasons for its earlier statuses; read on request. */
export function FindingHistory({ finding: { id } }: { finding: FindingDetail }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles["history"]} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t("history.title")}</summary>
      {isOpen && <Rows id={id} />}
    </details>
  );
}
