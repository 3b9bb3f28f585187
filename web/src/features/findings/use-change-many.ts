import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/use-undo.ts";
import type { Finding } from "./finding.queries.ts";
import { useRefreshFindings } from "./use-move.ts";

type Body = NonNullable<
  paths["/projects/{id}/findings"]["patch"]["requestBody"]
>["content"]["application/json"];
type OneChange = Body["findings"][number];
export type ChangeOfMany = Pick<OneChange, "assigned_to" | "due_date" | "status" | "reason" | "until">;

interface Sent {
  change: ChangeOfMany;
  /** The findings before the change. */
  seen: readonly Finding[];
}

/** The change that undoes another; a change of status is undone by another decision, with its own reason. */
const reverseOf = (
  { id, assigned_to: assigned, due_date: due }: Finding,
  change: ChangeOfMany,
): OneChange => ({
  finding_id: id,
  ...("assigned_to" in change ? { assigned_to: assigned?.id ?? null } : {}),
  ...("due_date" in change ? { due_date: due } : {}),
});

/** Changes several findings at once, all or none. */
export function useChangeMany(projectId: string, onDone: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const refresh = useRefreshFindings();
  const send = (findings: OneChange[]) =>
    dataOf(api.PATCH("/projects/{id}/findings", { params: { path: { id: projectId } }, body: { findings } }));
  const undo = useUndo(refresh);
  const takeBack = ({ change, seen }: Sent) =>
    undo(send(seen.map((finding) => reverseOf(finding, change))), t("findings.undone"));
  return useMutation({
    mutationFn: ({ change, seen }: Sent) => send(seen.map(({ id }) => ({ finding_id: id, ...change }))),
    // Someone else may have changed one of them.
    onError: refresh,
    onSuccess: async ({ findings }, sent) => {
      onDone();
      const text = t("findings.changed", { count: findings.length });
      const offer = { text: t("action.undo"), run: () => takeBack(sent) };
      toast(sent.change.status === undefined ? { text, undo: offer } : { text });
      await refresh();
    },
  });
}
