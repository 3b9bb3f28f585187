import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ACTIVE_STATUSES } from "../../../../domain/findings/finding.rules.ts";
import { isMissing } from "../../http/is-missing.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Figure } from "../../ui/figure.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { riskQuery } from "./project.queries.ts";

const TONES: Record<"High" | "Medium" | "Low", Tone> = { High: "bad", Medium: "warn", Low: "good" };

interface RiskFigureProps {
  projectId: string;
  /** A past day; by default now. */
  asOf?: string | undefined;
}

/** The risk, and the number of findings it is based on. */
export function RiskFigure({ projectId, asOf }: RiskFigureProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(riskQuery(projectId, asOf));
  // Days from before risks were stored have a score without one.
  if (isMissing(query.error)) return <Figure value="–" note={t("risk.unknown")} />;
  return (
    <WhenLoaded query={query} lines={2}>
      {({ score, level, counted }) => (
        <Figure
          value={format.number(score)}
          beside={<Badge tone={TONES[level]}>{t(`risk.${level}`)}</Badge>}
          note={
            asOf === undefined ? (
              <Link
                to="/projects/$projectId/findings"
                params={{ projectId }}
                search={{ status: ACTIVE_STATUSES.join(",") }}
              >
                {t("risk.counted", { count: counted })}
              </Link>
            ) : (
              `${t("risk.counted", { count: counted })} · ${t("project.atEndOf", { day: format.date(asOf) })}`
            )
          }
        />
      )}
    </WhenLoaded>
  );
}
