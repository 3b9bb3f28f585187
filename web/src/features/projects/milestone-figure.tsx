import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { startOfDay } from "../../i18n/day-bounds.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { Figure } from "../../ui/figure.tsx";
import { Note } from "../../ui/note.tsx";
import { Parts } from "../../ui/parts.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { useProfile } from "../identity/use-profile.ts";
import { milestonesQuery, type Milestone } from "./project.queries.ts";

interface MilestoneFigureProps {
  projectId: string;
  /** A past day; by default today. */
  asOf?: string | undefined;
}

const isOpen = ({ status }: Milestone): boolean => status === "planned" || status === "in_progress";

/** The next milestone and its due date; of a past day, the first that was due after it. */
export function MilestoneFigure({ projectId, asOf }: MilestoneFigureProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { timezone } = useProfile().preferences;
  return (
    <WhenLoaded query={useQuery(milestonesQuery(projectId))} lines={2}>
      {({ milestones }) => {
        const next = milestones.find((one) => (asOf === undefined ? isOpen(one) : one.due_date > asOf));
        if (next === undefined)
          return (
            <Note>
              <Link to="/projects/$projectId" params={{ projectId }} search={{ edit: "milestones", asOf }}>
                {t("milestone.none")}
              </Link>
            </Note>
          );
        return (
          <Figure
            value={format.inDays(
              next.due_date,
              asOf === undefined ? undefined : new Date(startOfDay(asOf, timezone)),
            )}
            note={
              <Link to="/projects/$projectId" params={{ projectId }} search={{ edit: "milestones", asOf }}>
                <Parts>
                  <span>{next.name}</span>
                  <time dateTime={next.due_date}>{format.date(next.due_date)}</time>
                </Parts>
              </Link>
            }
          />
        );
      }}
    </WhenLoaded>
  );
}
