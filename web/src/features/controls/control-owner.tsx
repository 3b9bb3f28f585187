import { Select } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { useGuardedChange, type Rows } from "../../http/use-guarded-change.ts";
import { ChangeProblem } from "../../ui/change-problem.tsx";
import { useToast } from "../../ui/toast.tsx";
import { permissionsQuery } from "../identity/session.queries.ts";
import { controlQuery, peopleQuery, type Control } from "./control.queries.ts";

interface OwnerChange {
  owner_id: string | null;
}

interface ControlOwnerProps {
  control: Control;
  projectId: string;
}

function useOwnerChange({ control: { id }, projectId }: ControlOwnerProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const query = controlQuery(projectId, id);
  const rowsOf = ({ owner }: Pick<Control, "owner">): Rows => [[t("controls.owner"), owner?.name ?? ""]];
  const change = useGuardedChange({
    send: (body: OwnerChange, guard) =>
      api.PUT("/projects/{id}/controls/{controlId}", {
        params: { path: { id: projectId, controlId: id }, ...guard },
        body,
      }),
    read: () => queries.query({ ...query, staleTime: 0 }),
    rowsOf,
    onSuccess: ({ over: { owner_id: from } }) => {
      toast({ text: t("controls.ownerChanged"), undo: { text: t("action.undo"), run: () => give(from) } });
      return queries.invalidateQueries({ queryKey: ["controls", projectId] });
    },
  });
  const give = (to: string | null): void => {
    const over = queries.getQueryData(query.queryKey);
    if (over !== undefined) change.mutate({ body: { owner_id: to }, over });
  };
  return { change, rowsOf, give, isReady: useQuery(query).data !== undefined };
}

/** The owner of the control; a change can be undone. */
export function ControlOwner({ control, projectId }: ControlOwnerProps) {
  const { t } = useTranslation();
  const people = useQuery(peopleQuery(projectId)).data?.people ?? [];
  const permissions = useQuery(permissionsQuery({ project_id: projectId }));
  const { change, rowsOf, give, isReady } = useOwnerChange({ control, projectId });
  if (permissions.data?.has("control.update_many") !== true) return <>{control.owner?.name ?? "–"}</>;
  const wanted = change.variables?.body.owner_id ?? null;
  return (
    <>
      <Select
        size="xs"
        aria-label={t("controls.owner")}
        placeholder={t("controls.nobody")}
        clearable
        searchable
        disabled={change.isPending || !isReady}
        data={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={control.owner_id}
        onChange={give}
      />
      <ChangeProblem
        change={change}
        rowsOf={rowsOf}
        mine={[[t("controls.owner"), people.find(({ id }) => id === wanted)?.name ?? ""]]}
        body={{ owner_id: wanted }}
      />
    </>
  );
}
