import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnswerOf } from "../../http/answer-of.ts";
import { useActorName } from "../../i18n/use-actor-name.ts";
import { Note } from "../../ui/note.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { findingHistoryQuery, type FindingDetail } from "./finding.queries.ts";
import styles from "./findings.module.css";

type Event = AnswerOf<"/events">["events"][number];

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

function Row({ event }: { event: Event }) {
  const { t } = useTranslation();
  const detailOf = useDetail();
  const nameOf = useActorName();
  const { reason } = event.data as { reason?: string | null };
  const key = event.event.replace("finding.", "") as "created" | "updated" | "status_changed";
  const what = t(`findingEvent.${key}`, { who: nameOf(event) });
  return (
    <li>
      {[what, detailOf(event)].filter((part) => part !== "").join(": ")}{" "}
      <Note>
        <When at={event.timestamp} />
      </Note>
      {typeof reason === "string" && reason !== "" && (
        <div>
          <q>{reason}</q>
        </div>
      )}
    </li>
  );
}

function Rows({ id }: Pick<FindingDetail, "id">) {
  return (
    <WhenLoaded query={useQuery(findingHistoryQuery(id))} lines={2}>
      {({ events }) => (
        <ul>
          {events.map((event) => (
            <Row key={event.id} event={event} />
          ))}
        </ul>
      )}
    </WhenLoaded>
  );
}

/** Who changed the finding, and the reasons for its earlier statuses; read on request. */
export function FindingHistory({ finding: { id } }: { finding: FindingDetail }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles["history"]} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t("findings.history")}</summary>
      {isOpen && <Rows id={id} />}
    </details>
  );
}
