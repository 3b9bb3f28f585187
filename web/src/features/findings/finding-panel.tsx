import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { isActive } from "../../../../domain/findings/finding.rules.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { CatalogueText } from "../../ui/catalogue-text.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { hasDraft } from "../../ui/use-draft.ts";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { controlsQuery } from "../controls/control.queries.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { useProfile } from "../identity/use-profile.ts";
import { useIsArchived } from "../projects/use-is-archived.ts";
import { EditFinding } from "./edit-finding.tsx";
import { FindingAssignee } from "./finding-assignee.tsx";
import { FindingStatusBadge, SeverityBadge } from "./finding-badges.tsx";
import { FindingComments } from "./finding-comments.tsx";
import { FindingHistory } from "./finding-history.tsx";
import { FindingMoves } from "./finding-moves.tsx";
import { FindingReport } from "./finding-report.tsx";
import { findingQuery, type FindingDetail } from "./finding.queries.ts";
import styles from "./findings.module.css";
import { Source } from "./source.tsx";

/** The reason for the status, and the last day of an acceptance. */
function Decided({ finding: { status_reason: reason, accepted_until: until } }: { finding: FindingDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {reason !== null && (
        <>
          <dt>{t("findings.because")}</dt>
          <dd>{reason}</dd>
        </>
      )}
      {until !== null && (
        <>
          <dt>{t("findings.until")}</dt>
          <dd>{format.date(until)}</dd>
        </>
      )}
    </>
  );
}

function Facts({ finding, projectId }: { finding: FindingDetail; projectId: string }) {
  const { t } = useTranslation();
  const { control_id: controlId, due_date: due } = finding;
  const control = useQuery(controlsQuery(projectId)).data?.find(({ id }) => id === controlId);
  return (
    <dl className={styles["facts"]}>
      <dt>{t("findings.status")}</dt>
      <dd>
        <FindingStatusBadge status={finding.status} />
      </dd>
      <dt>{t("findings.severity")}</dt>
      <dd>
        <SeverityBadge severity={finding.severity} />
      </dd>
      <Decided finding={finding} />
      <dt>{t("findings.assigned")}</dt>
      <dd>
        <FindingAssignee finding={finding} />
      </dd>
      {due !== null && isActive(finding.status) && (
        <>
          <dt>{t("findings.due")}</dt>
          <dd>
            <When at={due} /> {finding.overdue && <Badge tone="bad">{t("home.overdue")}</Badge>}
          </dd>
        </>
      )}
      {control !== undefined && (
        <>
          <dt>{t("controls.control")}</dt>
          <dd>
            <Link
              to="/projects/$projectId/controls"
              params={{ projectId }}
              search={{ control: control.number }}
            >
              {control.number} <CatalogueText>{control.title}</CatalogueText>
            </Link>
          </dd>
        </>
      )}
      <dt>{t("findings.raised")}</dt>
      <dd>
        {finding.created_by?.name ?? <Source integration={finding.integration} />},{" "}
        <When at={finding.created_at} />
      </dd>
    </dl>
  );
}

interface PanelProps {
  findingId: string;
  projectId: string;
  wanted?: string | undefined;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  onClose: () => void;
}

/** Users who neither raised a finding nor decide about it may only make it stricter. */
function useRights(finding: FindingDetail | undefined, { findingId }: PanelProps) {
  const { id: me } = useProfile();
  const permissions = useQuery(permissionsQuery({ finding_id: findingId })).data;
  return {
    mayEdit: permissions?.has("finding.update") === true,
    mayRewrite: finding?.created_by?.id === me || permissions?.has("finding.decide") === true,
  };
}

/** One finding with its transitions and comments, or the form that changes it. */
export function FindingPanel(props: PanelProps) {
  const { findingId, projectId, wanted, isEditing, onEdit, onClose } = props;
  const { t } = useTranslation();
  const query = useQuery(findingQuery(findingId));
  const { mayEdit, mayRewrite } = useRights(query.data, props);
  const isArchived = useIsArchived(projectId);
  // Someone may archive the project while the user types.
  const hasInput = isArchived && hasDraft(`form.finding.${findingId}`);
  if (isEditing && (mayEdit || hasInput) && query.data !== undefined)
    return (
      <SidePanel key="edit" title={t("findings.edit")} onClose={() => onEdit(false)}>
        <EditFinding
          finding={query.data}
          mayRewrite={mayRewrite}
          isArchived={isArchived}
          onDone={() => onEdit(false)}
        />
      </SidePanel>
    );
  return (
    <SidePanel title={query.data?.title ?? t("findings.finding")} onClose={onClose}>
      <WhenLoaded query={query} lines={6}>
        {(finding) => (
          <>
            {finding.description !== "" && <p className={styles["description"]}>{finding.description}</p>}
            <Facts finding={finding} projectId={projectId} />
            <div className={styles["changes"]}>
              {mayEdit && (
                <Button variant="default" onClick={() => onEdit(true)}>
                  {t("action.edit")}
                </Button>
              )}
              <FindingMoves finding={finding} wanted={wanted} />
            </div>
            <FindingReport finding={finding} />
            <h3>{t("comments.title")}</h3>
            <FindingComments finding={finding} />
            <FindingHistory finding={finding} />
          </>
        )}
      </WhenLoaded>
    </SidePanel>
  );
}
