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

/** The API accepts no more changes at once. */
const AT_ONCE = 100;

/** A batch was refused after others had been changed. */
export class StoppedChange extends Error {
  readonly changed: readonly Finding[];
  readonly total: number;

  constructor({ changed, total, cause }: { changed: readonly Finding[]; total: number; cause: unknown }) {
    super("Only some of the findings were changed", { cause });
    this.name = "StoppedChange";
    this.changed = changed;
    this.total = total;
  }
}

const batchesOf = (seen: readonly Finding[]): (readonly Finding[])[] =>
  Array.from({ length: Math.ceil(seen.length / AT_ONCE) }, (_, n) =>
    seen.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );

/** Sends the batches one after the other, until one is refused. */
async function inBatches(
  seen: readonly Finding[],
  send: (batch: readonly Finding[]) => Promise<unknown>,
): Promise<void> {
  const changed: Finding[] = [];
  for (const batch of batchesOf(seen)) {
    try {
      await send(batch);
    } catch (cause) {
      throw changed.length === 0 ? cause : new StoppedChange({ changed, total: seen.length, cause });
    }
    changed.push(...batch);
  }
}

/** Changes several findings: up to 100 all or none, more in batches. `onChanged` is called with those it changed. */
export function useChangeMany(projectId: string, onChanged: (changed: readonly Finding[]) => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const refresh = useRefreshFindings();
  const send = (findings: OneChange[]) =>
    dataOf(api.PATCH("/projects/{id}/findings", { params: { path: { id: projectId } }, body: { findings } }));
  const undo = useUndo(refresh);
  const takeBack = ({ change, seen }: Sent) =>
    undo(
      inBatches(seen, (batch) => send(batch.map((finding) => reverseOf(finding, change)))),
      t("findings.undone"),
    );
  const report = ({ change, seen }: Sent) => {
    onChanged(seen);
    const text = t("findings.changed", { count: seen.length });
    const offer = { text: t("action.undo"), run: () => takeBack({ change, seen }) };
    toast(change.status === undefined ? { text, undo: offer } : { text });
  };
  return useMutation({
    mutationFn: ({ change, seen }: Sent) =>
      inBatches(seen, (batch) => send(batch.map(({ id }) => ({ finding_id: id, ...change })))),
    onError: (error, { change }) => {
      if (error instanceof StoppedChange) report({ change, seen: error.changed });
      // Someone else may have changed one of them.
      return refresh();
    },
    onSuccess: (_, sent) => {
      report(sent);
      return refresh();
    },
  });
}
