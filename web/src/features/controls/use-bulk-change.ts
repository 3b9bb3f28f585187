import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { paths } from "../../http/schema.d.ts";
import { api, dataOf } from "../../http/client.ts";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/use-undo.ts";
import { controlsQuery, type Control } from "./control.queries.ts";

type Body = NonNullable<
  paths["/projects/{id}/controls"]["put"]["requestBody"]
>["content"]["application/json"];
type OneChange = Body["controls"][number];
export type ChangeOfMany = Pick<OneChange, "owner_id" | "due_date" | "not_applicable" | "justification">;

/** Someone else changed some of the controls after they were selected. */
export class OutdatedControls extends Error {
  readonly now: readonly Control[];

  constructor(now: readonly Control[]) {
    super("Someone else has changed these controls in the meantime");
    this.name = "OutdatedControls";
    this.now = now;
  }
}

interface Sent {
  change: ChangeOfMany;
  /** The controls as they were when they were chosen. */
  seen: readonly Control[];
}

const stateOf = ({ owner_id: owner, due_date: due, not_applicable: isOut, justification }: Control): string =>
  JSON.stringify([owner, due, isOut, justification]);

/** The change that undoes another. */
const reverseOf = (
  { id, owner_id: owner, due_date: due, not_applicable: isOut, justification }: Control,
  change: ChangeOfMany,
): OneChange => ({
  control_id: id,
  ...("owner_id" in change ? { owner_id: owner } : {}),
  ...("due_date" in change ? { due_date: due } : {}),
  ...("not_applicable" in change ? { not_applicable: isOut, justification } : {}),
});

export type BulkChange = ReturnType<typeof useBulkChange>;

/** Changes several controls at once, all or none; can be undone. */
export function useBulkChange(projectId: string, onDone: (change: ChangeOfMany) => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const send = (controls: OneChange[]) =>
    dataOf(api.PUT("/projects/{id}/controls", { params: { path: { id: projectId } }, body: { controls } }));
  const refresh = () =>
    Promise.all(
      ["controls", "compliance", "events", "projects"].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
  const undo = useUndo(refresh);
  const takeBack = ({ change, seen }: Sent) =>
    undo(send(seen.map((control) => reverseOf(control, change))), t("controls.takenBack"));
  return useMutation({
    mutationFn: async ({ change, seen }: Sent) => {
      const all = await queries.query({ ...controlsQuery(projectId), staleTime: 0 });
      const now = new Map(all.map((control) => [control.id, control]));
      const outdated = seen.flatMap((one) => {
        const current = now.get(one.id);
        return current === undefined || stateOf(current) === stateOf(one) ? [] : [current];
      });
      if (outdated.length > 0) throw new OutdatedControls(outdated);
      return send(seen.map(({ id }) => ({ control_id: id, ...change })));
    },
    onSuccess: async ({ controls }, sent) => {
      onDone(sent.change);
      const isProposal = controls.some(({ pending_change: pending }) => pending !== null);
      const text = t(isProposal ? "controls.proposed" : "controls.changed", { count: controls.length });
      // Only the users who decide on a proposal can withdraw it.
      if (isProposal) toast({ text });
      else toast({ text, undo: { text: t("action.undo"), run: () => takeBack(sent) } });
      await refresh();
    },
  });
}
