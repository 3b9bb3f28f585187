import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Note } from "../../ui/note.tsx";
import { PagedRows } from "../../ui/paged-rows.tsx";
import { When } from "../../ui/when.tsx";
import { historyQuery, olderHistory, type Event, type Subject } from "./history.queries.ts";
import styles from "./history.module.css";

interface HistoryProps {
  subject: Subject;
  /** What happened. */
  textOf: (event: Event) => string;
  /** Below the text. */
  reasonOf?: (event: Event) => ReactNode;
}

/** What happened to a resource, the latest first. */
export function History({ subject, textOf, reasonOf = () => null }: HistoryProps) {
  const { t } = useTranslation();
  return (
    <PagedRows
      label={t("history.title")}
      className={styles["history"]}
      empty={t("history.none")}
      lines={2}
      query={useQuery(historyQuery(subject))}
      older={olderHistory(subject)}
      rowsOf={({ events }) => events}
      textOf={(count) => t("history.older", { count })}
    >
      {(event) => (
        <li key={event.id}>
          {textOf(event)}{" "}
          <Note>
            <When at={event.timestamp} />
          </Note>
          {reasonOf(event)}
        </li>
      )}
    </PagedRows>
  );
}
