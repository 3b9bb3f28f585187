import { useTranslation } from "react-i18next";

interface Acted {
  actor_id: string | null;
  /** Null also if the user may not see who it was. */
  actor?: { name: string } | null;
}

/** Who caused an event; without anyone, the service did. */
export function useActorName(): (event: Acted) => string {
  const { t } = useTranslation();
  return ({ actor_id: id, actor }) =>
    actor?.name ?? t(id === null ? "activity.theService" : "activity.somebody");
}
