import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { endOfDay } from "../../i18n/day-bounds.ts";
import { useActorName } from "../../i18n/use-actor-name.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Note } from "../../ui/note.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { ShowOlder } from "../../ui/show-older.tsx";
import { useOlder } from "../../ui/use-older.ts";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { groupRepeats } from "./group-repeats.ts";
import { activityQuery, olderActivity, type Event } from "./project.queries.ts";
import { subjectOf } from "./subject-of.ts";

const MAX_ROWS = 12;

function Sentence({ event }: { event: Event }) {
  const { i18n } = useTranslation();
  const values = { who: useActorName()(event), what: subjectOf(event) };
  const key = `activity.${event.event.replace(".", "_")}`;
  // Event types without a translation are shown by name.
  const known = i18n.exists(key);
  return (
    <Trans
      i18nKey={(known ? key : "activity.other") as "activity.other"}
      values={{ ...values, event: event.event }}
      components={{ b: <strong /> }}
    />
  );
}

interface RowsProps {
  projectId: string;
  before: string | undefined;
  /** The latest, and the number of all. */
  events: readonly Event[];
  total: number;
}

/** The latest rows, and on request those before them. */
function Rows({ projectId, before, events, total }: RowsProps) {
  const { t } = useTranslation();
  const { query, show, pages } = useOlder(olderActivity(projectId, before));
  const [isOpen, setIsOpen] = useState(false);
  const all = groupRepeats([...events, ...pages.flatMap((page) => page.events)]);
  const rows = isOpen ? all : all.slice(0, MAX_ROWS);
  const hidden = total - rows.reduce((sum, { count }) => sum + count, 0);
  const onShow = () => {
    setIsOpen(true);
    if (rows.length === all.length) show();
  };
  return (
    <RowList label={t("activity.title")} className={layout["list"]}>
      {rows.map(({ event, count }) => (
        <li key={event.id}>
          <span className={layout["grow"]}>
            <Sentence event={event} />
            {count > 1 && <Note> · {t("activity.times", { count })}</Note>}
          </span>
          <Note>
            <When at={event.timestamp} />
          </Note>
        </li>
      ))}
      {hidden > 0 && (
        <li data-screen-only>
          <ShowOlder label={t("history.older", { count: hidden })} query={query} onShow={onShow} />
        </li>
      )}
    </RowList>
  );
}

interface ActivityProps {
  projectId: string;
  /** The last day; by default today. */
  asOf: string | undefined;
  /** Whether nothing is beside it. */
  isAlone: boolean;
}

/** The latest events in the project. */
export function Activity({ projectId, asOf, isAlone }: ActivityProps) {
  const { t } = useTranslation();
  // Figures are kept at the end of each day in UTC.
  const before = asOf === undefined ? undefined : endOfDay(asOf, "UTC");
  return (
    <Card title={t("activity.title")} flush className={layout[isAlone ? "whole" : "half"]}>
      <WhenLoaded query={useQuery(activityQuery(projectId, before))}>
        {({ events, pagination: { total } }) =>
          events.length === 0 ? (
            <Empty title={t(asOf === undefined ? "activity.none" : "activity.noneThen")} />
          ) : (
            <Rows projectId={projectId} before={before} events={events} total={total} />
          )
        }
      </WhenLoaded>
    </Card>
  );
}
