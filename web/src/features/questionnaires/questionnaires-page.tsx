import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { AddressPager } from "../../ui/address-pager.tsx";
import { Bar } from "../../ui/bar.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Empty } from "../../ui/empty.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import table from "../../ui/table.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { decidedOf } from "./decided-of.ts";
import { QuestionnaireBadge } from "./questionnaire-badge.tsx";
import { questionnaireListQuery, type Questionnaire } from "./questionnaire.queries.ts";
import { UploadQuestionnaire } from "./upload-questionnaire.tsx";

const route = getRouteApi("/signed-in/projects/$projectId/questionnaires");
const PAGE_ROWS = 25;

function Row({ questionnaire }: { questionnaire: Questionnaire }) {
  const { t } = useTranslation();
  const { id, file_name: name, questions, uploader } = questionnaire;
  const decided = decidedOf(questionnaire);
  return (
    <tr>
      <td>
        <Link
          className={table["rowLink"]}
          to="/questionnaires/$questionnaireId"
          params={{ questionnaireId: id }}
        >
          {name}
        </Link>
        <div className={table["under"]}>{t("questionnaires.questions", { count: questions })}</div>
      </td>
      <td data-wide>
        {uploader?.name ?? "–"}, <When at={questionnaire.uploaded_at} />
      </td>
      <td data-wide>
        <Bar
          parts={[{ percent: questions === 0 ? 0 : (100 * decided) / questions, tone: "good" }]}
          label={`${decided} / ${questions}`}
        />
        {/* The bar's label says the same. */}
        <span className={table["under"]} aria-hidden>
          {t("questionnaires.decidedOf", { decided, count: questions })}
        </span>
      </td>
      <td>
        <QuestionnaireBadge status={questionnaire.status} />
      </td>
    </tr>
  );
}

interface QuestionnairesProps {
  questionnaires: readonly Questionnaire[];
  mayUpload: boolean;
}

function Questionnaires({ questionnaires, mayUpload }: QuestionnairesProps) {
  const { t } = useTranslation();
  if (questionnaires.length === 0)
    return <Empty title={t("questionnaires.none")}>{mayUpload && t("questionnaires.noneHint")}</Empty>;
  return (
    <DataTable
      columns={[
        { text: t("questionnaires.file") },
        { text: t("questionnaires.uploaded"), wide: true },
        { text: t("questionnaires.progress"), wide: true },
        { text: t("questionnaires.status") },
      ]}
    >
      {questionnaires.map((questionnaire) => (
        <Row key={questionnaire.id} questionnaire={questionnaire} />
      ))}
    </DataTable>
  );
}

/** Security questionnaires and their progress. */
export function QuestionnairesPage() {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const { page = 1 } = route.useSearch();
  const navigate = useNavigate();
  const query = useQuery(questionnaireListQuery({ project_id: projectId, limit: PAGE_ROWS, page }));
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  const mayUpload = permissions?.has("questionnaire.create") === true;
  return (
    <>
      <PageTitle title={t("questionnaires.title")}>
        {mayUpload && (
          <UploadQuestionnaire
            projectId={projectId}
            onUploaded={(questionnaireId) =>
              void navigate({ to: "/questionnaires/$questionnaireId", params: { questionnaireId } })
            }
          />
        )}
      </PageTitle>
      <Card flush>
        <WhenLoaded query={query}>
          {({ questionnaires }) => <Questionnaires questionnaires={questionnaires} mayUpload={mayUpload} />}
        </WhenLoaded>
      </Card>
      <AddressPager query={query} />
    </>
  );
}
