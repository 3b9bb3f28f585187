import { Select } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useToast } from "../../ui/toast.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import table from "../../ui/table.module.css";
import { ControlComments } from "../control-comments/control-comments.tsx";
import { EvidenceBadge } from "../evidence/evidence-badge.tsx";
import { evidenceListQuery } from "../evidence/evidence.queries.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { ControlBadge } from "./control-badge.tsx";
import { controlHistoryQuery, peopleQuery, type Control } from "./control.queries.ts";
import styles from "./controls.module.css";

/** The owner of the control; a change can be undone. */
function Owner({ control, projectId }: { control: Control; projectId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const people = useQuery(peopleQuery(projectId));
  const permissions = useQuery(permissionsQuery({ project_id: projectId }));
  const path = { id: projectId, controlId: control.id };
  const change = useMutation({
    mutationFn: ({ to }: { to: string | null; from: string | null }) =>
      api.PUT("/projects/{id}/controls/{controlId}", { params: { path }, body: { owner_id: to } }),
    onSuccess: async (_, { from, to }) => {
      await queries.invalidateQueries({ queryKey: ["controls", projectId] });
      const undo = { text: t("action.undo"), run: () => change.mutate({ to: from, from: to }) };
      toast({ text: t("controls.ownerChanged"), undo });
    },
  });
  if (permissions.data?.has("control.update_many") !== true) return <>{control.owner?.name ?? "–"}</>;
  return (
    <>
      <Select
        size="xs"
        aria-label={t("controls.owner")}
        placeholder={t("controls.nobody")}
        clearable
        searchable
        disabled={change.isPending}
        data={people.data?.people.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={control.owner_id}
        onChange={(to) => change.mutate({ to, from: control.owner_id })}
      />
      {change.isError && <Problem error={change.error} />}
    </>
  );
}

function Facts({ control, projectId }: { control: Control; projectId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className={styles["facts"]}>
      <dt>{t("controls.status")}</dt>
      <dd>
        <ControlBadge status={control.status} notApplicable={control.not_applicable} />
      </dd>
      <dt>{t("controls.progress")}</dt>
      <dd>
        {format.percent(control.progress)}
        {control.progress_source === "manual" && <Note> {t("controls.byHand")}</Note>}
      </dd>
      <dt>{t("controls.evidence")}</dt>
      <dd>
        {t("controls.evidenceCounts", {
          approved: control.approved_evidence,
          required: control.required_evidence,
          pending: control.pending_evidence,
        })}
      </dd>
      <dt>{t("controls.owner")}</dt>
      <dd>
        <Owner control={control} projectId={projectId} />
      </dd>
      {control.justification !== null && (
        <>
          <dt>{t("controls.justification")}</dt>
          <dd>{control.justification}</dd>
        </>
      )}
    </dl>
  );
}

function EvidenceOfControl({ control, projectId }: { control: Control; projectId: string }) {
  const { t } = useTranslation();
  const query = useQuery(evidenceListQuery({ project_id: projectId, control_id: control.id, limit: 20 }));
  return (
    <WhenLoaded query={query} lines={3}>
      {({ evidence }) => (
        <>
          {evidence.length === 0 && <Note>{t("controls.noEvidence")}</Note>}
          {evidence.map((one) => (
            <div key={one.id} className={styles["evidence"]}>
              <Link to="/evidence/$evidenceId" params={{ evidenceId: one.id }}>
                {one.title}
              </Link>
              <EvidenceBadge evidence={one} />
            </div>
          ))}
          <p>
            <Link
              to="/projects/$projectId/evidence"
              params={{ projectId }}
              search={{ control: control.number }}
            >
              {t("controls.addEvidence")}
            </Link>
          </p>
        </>
      )}
    </WhenLoaded>
  );
}

function History({ control }: { control: Control }) {
  const { t } = useTranslation();
  return (
    <WhenLoaded query={useQuery(controlHistoryQuery(control.id))} lines={2}>
      {({ events }) =>
        events.length === 0 ? (
          <Note>{t("controls.noHistory")}</Note>
        ) : (
          <ul>
            {events.map((event) => (
              <li key={event.id}>
                {t(`controlEvent.${event.event.replace("control.", "")}` as "controlEvent.updated", {
                  who: event.actor?.name ?? t("activity.somebody"),
                })}{" "}
                <Note>
                  <When at={event.timestamp} />
                </Note>
              </li>
            ))}
          </ul>
        )
      }
    </WhenLoaded>
  );
}

/** What a control requires, and the evidence for it. */
export function ControlPanel(props: { control: Control; projectId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { control, projectId, onClose } = props;
  const title = (
    <>
      <span className={table["code"]}>{control.number}</span> {control.title}
    </>
  );
  return (
    <SidePanel title={title} onClose={onClose}>
      <p>{control.summary}</p>
      {control.evidence_hints.length > 0 && (
        <>
          <h3>{t("controls.typical")}</h3>
          <ul>
            {control.evidence_hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        </>
      )}
      <h3>{t("controls.standing")}</h3>
      <Facts control={control} projectId={projectId} />
      <h3>{t("controls.evidence")}</h3>
      <EvidenceOfControl control={control} projectId={projectId} />
      <h3>{t("comments.title")}</h3>
      <ControlComments projectId={projectId} controlId={control.id} />
      <h3>{t("controls.history")}</h3>
      <History control={control} />
    </SidePanel>
  );
}
