import { useTranslation } from "react-i18next";
import { useActorName } from "../../i18n/use-actor-name.ts";
import { History } from "../history/history.tsx";
import type { Event } from "../history/history.queries.ts";
import type { Control } from "./control.queries.ts";

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
  const textOf = (event: Event): string => {
    const key = event.event.replace("control.", "") as "updated";
    const what = t(`controlEvent.${key}`, { who: nameOf(event) });
    return [what, detailOf(event)].filter((part) => part !== "").join(": ");
  };
  return <History subject={{ id }} textOf={textOf} />;
}
