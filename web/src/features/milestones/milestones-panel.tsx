import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { nextMilestoneStatuses, type SettableStatus } from "../../../../domain/projects/milestone.rules.ts";
import { api } from "../../http/client.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAsking } from "../../ui/use-asking.ts";
import { hasDraft } from "../../ui/use-draft.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { milestonesQuery, type Milestone } from "../projects/project.queries.ts";
import { EditMilestone, milestoneDraftOf } from "./edit-milestone.tsx";
import { MilestoneBadge } from "./milestone-badge.tsx";
import styles from "./milestones.module.css";
import { NewMilestone } from "./new-milestone.tsx";
import { useRefreshMilestones } from "./use-refresh-milestones.ts";

interface RowProps {
  milestone: Milestone;
  projectId: string;
}

interface ActionsProps extends RowProps {
  /** Whether the form was there before. */
  wasEditing: boolean;
  onEdit: () => void;
}

function Actions({ milestone: { id, name, status }, projectId, wasEditing, onEdit }: ActionsProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const onSuccess = useRefreshMilestones();
  const params = { path: { id: projectId, milestoneId: id } };
  const move = useMutation({
    mutationFn: (to: SettableStatus) =>
      api.PUT("/projects/{id}/milestones/{milestoneId}", { params, body: { status: to } }),
    onSuccess,
  });
  const remove = () => api.DELETE("/projects/{id}/milestones/{milestoneId}", { params });
  const onRemoved = () => {
    toast({ text: t("milestone.removed", { name }) });
    return onSuccess();
  };
  return (
    <>
      <div className={layout["inline"]}>
        {nextMilestoneStatuses(status).map((to) => (
          <Button
            key={to}
            variant="default"
            loading={move.isPending && move.variables === to}
            disabled={move.isPending && move.variables !== to}
            onClick={() => move.mutate(to)}
          >
            {t(`milestoneMove.${to}`)}
          </Button>
        ))}
        <Button variant="default" autoFocus={wasEditing} onClick={onEdit}>
          {t("action.edit")}
        </Button>
        <ConfirmedAction
          text={t("milestone.remove")}
          warning={t("milestone.removeWarning")}
          run={remove}
          onDone={onRemoved}
        />
      </div>
      {move.isError && <Problem error={move.error} />}
    </>
  );
}

function Row({ milestone, projectId, mayChange }: RowProps & { mayChange: boolean }) {
  const format = useFormat();
  const { isAsking: isEditing, wasAsking, ask, leave } = useAsking(hasDraft(milestoneDraftOf(milestone)));
  const { name, due_date: due, status } = milestone;
  const isOpen = status === "planned" || status === "in_progress";
  return (
    <li aria-label={name}>
      <div className={styles["head"]}>
        <strong>{name}</strong>
        <MilestoneBadge status={status} />
      </div>
      <Note>
        {format.date(due)}
        {isOpen && ` · ${format.inDays(due)}`}
      </Note>
      {mayChange &&
        (isEditing ? (
          <EditMilestone milestone={milestone} projectId={projectId} onDone={leave} />
        ) : (
          <Actions milestone={milestone} projectId={projectId} wasEditing={wasAsking} onEdit={ask} />
        ))}
    </li>
  );
}

/** All milestones of a project; those who may change it plan, achieve and remove them. */
export function MilestonesPanel({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const permissions = useQuery(permissionsQuery({ project_id: projectId })).data;
  const mayChange = permissions?.has("project.update") === true;
  return (
    <SidePanel title={t("milestone.title")} onClose={onClose}>
      <WhenLoaded query={useQuery(milestonesQuery(projectId))} lines={4}>
        {({ milestones }) => (
          <RowList label={t("milestone.title")} className={styles["milestones"]} empty={t("milestone.none")}>
            {milestones.map((milestone) => (
              <Row key={milestone.id} milestone={milestone} projectId={projectId} mayChange={mayChange} />
            ))}
          </RowList>
        )}
      </WhenLoaded>
      {mayChange && (
        <>
          <h3>{t("milestone.new")}</h3>
          <NewMilestone projectId={projectId} />
        </>
      )}
    </SidePanel>
  );
}
