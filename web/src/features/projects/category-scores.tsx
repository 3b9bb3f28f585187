import { useTranslation } from "react-i18next";
import { TRUST_CATEGORIES } from "../../../../domain/frameworks/framework.rules.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { Bar } from "../../ui/bar.tsx";
import { Note } from "../../ui/note.tsx";
import type { Score } from "./project.queries.ts";
import styles from "./project.module.css";

/** The score of each category; categories out of scope have none. */
export function CategoryScores({ scores }: { scores: Score["framework_scores"] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const outside = TRUST_CATEGORIES.filter((category) => scores[category] === undefined);
  return (
    <>
      <ul className={styles["categories"]}>
        {TRUST_CATEGORIES.filter((category) => scores[category] !== undefined).map((category) => {
          const [name, percent] = [t(`category.${category}`), format.percent(scores[category]!)];
          return (
            <li key={category}>
              <span>{name}</span>
              <span>{percent}</span>
              <Bar parts={[{ percent: scores[category]!, tone: "accent" }]} label={`${name} ${percent}`} />
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
