import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { TRUST_CATEGORIES } from "../../../../domain/frameworks/framework.rules.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { Bar } from "../../ui/bar.tsx";
import { Note } from "../../ui/note.tsx";
import { offeredCategories } from "./offered-categories.ts";
import { projectQuery, type Score } from "./project.queries.ts";
import { useFramework } from "./use-framework.ts";
import styles from "./project.module.css";

interface CategoryScoresProps {
  projectId: string;
  figures: Pick<Score, "framework_scores" | "scored_categories">;
  /** Figures of the past do not link to the current controls. */
  isPast: boolean;
}

/** The score of each category, with a link to its controls; categories without controls that apply have none. */
export function CategoryScores({ projectId, figures, isPast }: CategoryScoresProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { framework_scores: scores, scored_categories: scored } = figures;
  const framework = useQuery(projectQuery(projectId)).data?.framework;
  const isPartial = scored.length < TRUST_CATEGORIES.length;
  const offered = offeredCategories(useFramework(framework, isPartial));
  const outside = offered.filter((category) => !scored.includes(category));
  return (
    <>
      <ul className={styles["categories"]}>
        {scored.map((category) => {
          const [name, percent] = [t(`category.${category}`), format.percent(scores[category])];
          return (
            <li key={category}>
              {isPast ? (
                <span>{name}</span>
              ) : (
                <Link
                  to="/projects/$projectId/controls"
                  params={{ projectId }}
                  search={{ trust: category }}
                  className={styles["category"]}
                >
                  {name}
                </Link>
              )}
              <span>{percent}</span>
              <Bar parts={[{ percent: scores[category], tone: "accent" }]} label={`${name} ${percent}`} />
            </li>
          );
        })}
      </ul>
      {outside.length > 0 && (
        <Note>
          {t("project.outOfScope", {
            names: outside.map((category) => t(`category.${category}`)).join(", "),
          })}
        </Note>
      )}
    </>
  );
}
