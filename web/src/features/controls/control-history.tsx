import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AnswerOf } from "../../http/answer-of.ts";
import { useActorName } from "../../i18n/use-actor-name.ts";
import { Note } from "../../ui/note.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { controlHistoryQuery, type Control } from "./control.queries.ts";

type Event = AnswerOf<"/events">["events"][number];

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/** What an event changed: the fields, or the status before and after. */
function useDetail(): (event: Event) => string {
  const { t, i18n } = useTranslation();
  return ({ data }) => {
    const { changed, from, to } = data as { changed?: unknown; from?: unknown; to?: unknown };
    const statuses = [from, to].map((status) => `controlStatus.${String(status)}`);
    if (statuses.every((key) => i18n.exists(key)))
      return statuses.map((key) => t(key as "controlStatus.complete")).join(" → ");
    const fields = textsIn(changed).map((field) => `controlField.${field}`);
    return fields
      .filter((key) => i18n.exists(key))
      .map((key) => t(key as "controlField.owner_id"))
      .join(", ");
  };
}

/** What happened to a control, and who did it. */
export function ControlHistory({ control: { id } }: { control: Control }) {
  const { t } = useTranslation();
  const detailOf = useDetail();
  const nameOf = useActorName();
  return (
    <WhenLoaded query={useQuery(controlHistoryQuery(id))} lines={2}>
      {({ events }) =>
        events.length === 0 ? (
          <Note>{t("controls.noHistory")}</Note>
        ) : (
          <ul>
            {events.map((event) => (
              <li key={event.id}>
                {[
                  t(`controlEvent.${event.event.replace("control.", "")}` as "controlEvent.updated", {
                    who: nameOf(event),
                  }),
                  detailOf(event),
                ]
                  .filter((part) => part !== "")
                  .join(": ")}{" "}
                <Note>
                  <When at={event.timestamp} />
                </Note>
              </li>
            ))}
          </ul>
        )
      }
    </WhenLoaded>
  );
}
