import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/use-format.ts";
import { Figure } from "../../ui/figure.tsx";
import { Note } from "../../ui/note.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { milestonesQuery } from "./project.queries.ts";

/** The next milestone and its due date. */
export function MilestoneFigure({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <WhenLoaded query={useQuery(milestonesQuery(projectId))} lines={2}>
      {({ milestones }) => {
        const next = milestones.find(({ status }) => status === "planned" || status === "in_progress");
        if (next === undefined) return <Note>{t("milestone.none")}</Note>;
        return (
          <Figure
            value={format.inDays(next.due_date)}
            note={`${next.name} · ${format.date(next.due_date)}`}
          />
        );
      }}
    </WhenLoaded>
  );
}
