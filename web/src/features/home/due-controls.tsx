import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { CatalogueText } from "../../ui/catalogue-text.tsx";
import { Empty } from "../../ui/empty.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import table from "../../ui/table.module.css";
import { allControlsQuery, type ControlInProject } from "../controls/control.queries.ts";
import { DueBadge } from "../controls/due-badge.tsx";
import { useLanguageOfFramework } from "../projects/use-catalogue-language.ts";
import { TaskRow } from "./task-row.tsx";

const MAX = 5;

function Row({ control }: { control: ControlInProject }) {
  const language = useLanguageOfFramework(control.project_framework);
  return (
    <TaskRow
      link={
        <Link
          to="/projects/$projectId/controls"
          params={{ projectId: control.project_id }}
          search={{ control: control.number }}
        >
          <span className={table["code"]}>{control.number}</span>{" "}
          <CatalogueText language={language}>{control.title}</CatalogueText>
        </Link>
      }
      badge={<DueBadge control={control} />}
    >
      {control.project_name}
    </TaskRow>
  );
}

/** Controls that the user owns and has to complete within a month. */
export function DueControls() {
  const { t } = useTranslation();
  const query = useQuery(allControlsQuery({ owner: "me", due: "soon", limit: MAX }));
  return (
    <Card title={t("home.controls")} flush aside={<Link to="/controls">{t("home.allControls")}</Link>}>
      <WhenLoaded query={query} lines={3}>
        {({ controls }) =>
          controls.length === 0 ? (
            <Empty title={t("home.noControls")} />
          ) : (
            <ul className={layout["list"]}>
              {controls.map((control) => (
                <Row key={control.id} control={control} />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </Card>
  );
}
