import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows } from "../../http/use-guarded-change.ts";
import { dayOf, endOfDay } from "../../i18n/day-bounds.ts";
import { useFormat } from "../../i18n/use-format.ts";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { ReadOnlyNote } from "../../ui/read-only-note.tsx";
import { SaveButtons } from "../../ui/save-buttons.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { useFailureToast } from "../../ui/use-undo.ts";
import layout from "../../ui/layout.module.css";
import { permissionsQuery } from "../identity/session.queries.ts";
import { useProfile } from "../identity/use-profile.ts";
import { useIsArchived } from "../projects/use-is-archived.ts";
import { controlQuery, type Control } from "./control.queries.ts";
import { DueBadge } from "./due-badge.tsx";

interface ControlDueProps {
  control: Control;
  projectId: string;
}

interface DueChange {
  due_date: string | null;
}
type Dated = DueChange & { tag: string | null };

function useDueChange({ control: { id }, projectId }: ControlDueProps, onDone: () => void) {
  const { t } = useTranslation();
  const { timezone } = useProfile().preferences;
  const queries = useQueryClient();
  const toast = useToast();
  const report = useFailureToast();
  const format = useFormat();
  const query = controlQuery(projectId, id);
  const read = () => queries.query({ ...query, staleTime: 0 });
  const dayIn = ({ due_date: due }: DueChange) => (due === null ? "" : dayOf(due, timezone));
  const rowsOf = (resource: DueChange): Rows => [
    [t("controls.due"), resource.due_date === null ? "" : format.date(resource.due_date)],
  ];
  const change = useGuardedChange<Dated, DueChange>({
    send: (body, guard) =>
      api.PUT("/projects/{id}/controls/{controlId}", {
        params: { path: { id: projectId, controlId: id }, ...guard },
        body,
      }),
    read,
    rowsOf,
    onSuccess: async ({ over }) => {
      onDone();
      const after = await read();
      const undo = () => report(change.mutateAsync({ body: { due_date: over.due_date }, over: after }));
      toast({ text: t("controls.dueChanged"), undo: { text: t("action.undo"), run: undo } });
      await queries.invalidateQueries({ queryKey: ["controls"] });
    },
  });
  return { change, rowsOf, dayIn, resource: useQuery(query).data };
}

interface DueFieldProps extends ControlDueProps {
  /** Undefined until the user edits it. */
  edited: string | undefined;
  setEdited: (day: string | undefined) => void;
  isArchived: boolean;
}

function DueField({ edited, setEdited, isArchived, ...props }: DueFieldProps) {
  const { t } = useTranslation();
  const { timezone } = useProfile().preferences;
  const { change, rowsOf, dayIn, resource } = useDueChange(props, () => setEdited(undefined));
  const before = dayIn(resource ?? props.control);
  const day = edited ?? before;
  const body = { due_date: day === "" ? null : endOfDay(day, timezone) };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isArchived && resource !== undefined && day !== before) change.mutate({ body, over: resource });
  };
  return (
    <form {...useKeptFocus<HTMLFormElement>()} onSubmit={submit} className={layout["stack"]}>
      <div className={layout["inline"]}>
        <DayField
          size="xs"
          aria-label={t("controls.due")}
          value={day}
          readOnly={isArchived}
          onChange={setEdited}
        />
        {day !== before && !isArchived && <SaveButtons change={change} />}
        <DueBadge control={props.control} />
      </div>
      {isArchived && <ReadOnlyNote text={t("draft.archived")} onDiscard={() => setEdited(undefined)} />}
      <ChangeProblem
        change={change}
        rowsOf={rowsOf}
        mine={rowsOf(body)}
        body={body}
        onLeave={() => setEdited(undefined)}
      />
    </form>
  );
}

/** By when the control should be complete, which those who may change controls can set. */
export function ControlDue(props: ControlDueProps) {
  const { control, projectId } = props;
  const format = useFormat();
  const permissions = useQuery(permissionsQuery({ project_id: projectId }));
  const isArchived = useIsArchived(projectId);
  const [edited, setEdited] = useState<string>();
  const mayChange = permissions.data?.has("control.update_many") === true;
  // Someone may archive the project while the user chooses a day.
  if (isArchived ? edited !== undefined : mayChange)
    return <DueField {...props} edited={edited} setEdited={setEdited} isArchived={isArchived} />;
  return (
    <>
      {control.due_date === null ? "–" : format.date(control.due_date)} <DueBadge control={control} />
    </>
  );
}
