import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { CatalogueLanguage, CatalogueText } from "../../ui/catalogue-text.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import table from "../../ui/table.module.css";
import { controlsQuery } from "../controls/control.queries.ts";
import type { Evidence } from "../evidence/evidence.queries.ts";
import { projectQuery } from "../projects/project.queries.ts";
import { useLanguageOfFramework } from "../projects/use-catalogue-language.ts";
import styles from "./review.module.css";

/** The requirements of the controls that a piece of evidence belongs to. */
export function RequestedChange({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation();
  const { project_id: projectId, also_controls: also, control_id: own } = evidence;
  const project = useQuery(projectQuery(projectId)).data;
  const language = useLanguageOfFramework(project?.framework);
  return (
    <Card
      title={t("review.asks")}
      aside={
        <Link to="/projects/$projectId" params={{ projectId }}>
          {project?.name}
        </Link>
      }
    >
      <WhenLoaded query={useQuery(controlsQuery(projectId))} lines={11}>
        {(controls) => (
          <CatalogueLanguage value={language}>
            <div className={styles["asks"]}>
              {controls
                .filter(({ id, number }) => id === own || also.includes(number))
                .map(({ id, number, title, summary, evidence_hints: hints }) => (
                  <section key={id}>
                    <strong>
                      <span className={table["code"]}>{number}</span> <CatalogueText>{title}</CatalogueText>
                    </strong>
                    <p>
                      <CatalogueText>{summary}</CatalogueText>
                    </p>
                    {hints.length > 0 && (
                      <>
                        <h3>{t("controls.typical")}</h3>
                        <ul>
                          {hints.map((hint) => (
                            <li key={hint}>
                              <CatalogueText>{hint}</CatalogueText>
                            </li>
                          ))}
                        </ul>
                      </>
                    )}
                  </section>
                ))}
              {evidence.description !== "" && (
                <section>
                  <h3>{t("review.description")}</h3>
                  <p>{evidence.description}</p>
                </section>
              )}
            </div>
          </CatalogueLanguage>
        )}
      </WhenLoaded>
    </Card>
  );
}
