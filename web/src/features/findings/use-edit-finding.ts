import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ifMatch, rootApi } from "../../http/client.ts";
import { useGuardedChange, type Rows } from "../../http/use-guarded-change.ts";
import { useToast } from "../../ui/toast.tsx";
import { useEditDraft } from "../../ui/use-edit-draft.ts";
import { useUndo } from "../../ui/use-undo.ts";
import { controlsQuery } from "../controls/control.queries.ts";
import { useProfile } from "../identity/use-profile.ts";
import { changeOf, factsOf, reverseOf, type FindingChange, type FindingFacts } from "./finding-facts.ts";
import { findingQuery, type FindingDetail } from "./finding.queries.ts";
import { useRefreshFindings } from "./use-move.ts";

/** The fields of a change, as text: someone else's change of another field is no conflict. */
function useRows(projectId: string): (facts: FindingFacts, change: FindingChange) => Rows {
  const { t } = useTranslation();
  const controls = useQuery(controlsQuery(projectId)).data ?? [];
  return ({ title, description, severity, controlId, due }, change) => {
    const control = controls.find(({ id }) => id === controlId);
    const rows = {
      title: [t("findings.finding"), title],
      description: [t("viewer.description"), description],
      severity: [t("findings.severity"), t(`severity.${severity}`)],
      due_date: [t("findings.due"), due],
      control_id: [t("controls.control"), control === undefined ? "" : `${control.number} ${control.title}`],
    } as const satisfies Record<keyof FindingChange, Rows[number]>;
    return (Object.keys(rows) as (keyof FindingChange)[])
      .filter((name) => name in change)
      .map((name) => rows[name]);
  };
}

/** Sends a change, and what undoes it. */
function useSend(id: string) {
  const { t } = useTranslation();
  const refresh = useRefreshFindings();
  const send = (body: FindingChange, guard: ReturnType<typeof ifMatch>) =>
    rootApi.PATCH("/api/findings/{id}", { params: { path: { id }, ...guard }, body });
  const takeBack = useUndo(refresh);
  const undo = (body: FindingChange, tag: string | null): void =>
    takeBack(send(body, ifMatch(tag)), t("findings.undone"));
  return { send, undo };
}

interface EditInput {
  finding: FindingDetail;
  /** False for users who may only make it stricter. */
  canUndo: boolean;
  onDone: () => void;
}

/** The form of a finding: its draft, what it would change, and how it is sent. */
export function useEditFinding({ finding, canUndo, onDone }: EditInput) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const refresh = useRefreshFindings();
  const { timezone } = useProfile().preferences;
  const { id, project_id: projectId } = finding;
  const edit = useEditDraft<FindingDetail, FindingFacts>({
    name: `finding.${id}`,
    resource: finding,
    factsOf: (one) => factsOf(one, timezone),
    onDone,
  });
  const { draft, seen, leave } = edit;
  const body = changeOf(draft.fields, seen, timezone);
  const rowsOf = useRows(projectId);
  const read = () => queries.query({ ...findingQuery(id), staleTime: 0 });
  const { send, undo } = useSend(id);
  const rowsOfFinding = (one: FindingDetail): Rows => rowsOf(factsOf(one, timezone), body);
  const change = useGuardedChange({
    send,
    read,
    rowsOf: rowsOfFinding,
    onSuccess: async ({ body: sent, over }) => {
      const { tag } = await read();
      const run = () => undo(reverseOf(sent, over), tag);
      toast({ text: t("findings.saved"), ...(canUndo ? { undo: { text: t("action.undo"), run } } : {}) });
      leave();
      await refresh();
    },
  });
  return { edit, change, body, rowsOf: rowsOfFinding, mine: rowsOf(draft.fields, body) };
}
