import { useQuery } from "@tanstack/react-query";
import { Trans, useTranslation } from "react-i18next";
import { endOfDay } from "../../i18n/day-bounds.ts";
import { useActorName } from "../../i18n/use-actor-name.ts";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Note } from "../../ui/note.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { groupRepeats } from "./group-repeats.ts";
import { activityQuery, type Event } from "./project.queries.ts";
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
        {({ events }) =>
          events.length === 0 ? (
            <Empty title={t(asOf === undefined ? "activity.none" : "activity.noneThen")} />
          ) : (
            <ul className={layout["list"]}>
              {groupRepeats(events)
                .slice(0, MAX_ROWS)
                .map(({ event, count }) => (
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
            </ul>
          )
        }
      </WhenLoaded>
    </Card>
  );
}
