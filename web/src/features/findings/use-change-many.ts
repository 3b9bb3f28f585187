import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/use-undo.ts";
import { useMay } from "../identity/use-may.ts";
import { useProfile } from "../identity/use-profile.ts";
import { ownDueOf } from "./finding-facts.ts";
import type { Finding } from "./finding.queries.ts";
import { mustExplain } from "./must-explain.ts";
import { sendUnchanged } from "./send-unchanged.ts";
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

/** A finding before and after a change. */
interface Changed {
  before: Finding;
  after: Finding;
}

/** The change that undoes another. A due date that followed from the severity does so again. */
const reverseOf = ({ before, after }: Changed, change: ChangeOfMany): OneChange => ({
  finding_id: before.id,
  updated_at: after.updated_at,
  ...("assigned_to" in change ? { assigned_to: before.assigned_to?.id ?? null } : {}),
  ...("due_date" in change ? { due_date: ownDueOf(before) } : {}),
  ...(change.status === undefined ? {} : { status: before.status }),
});

/** Whether the user may change it back, and needs no words for it: a decision is undone by another one. */
const isReversible = ({ before: { status: to }, after: { status, next_statuses: next } }: Changed): boolean =>
  to === status || (next.includes(to) && !mustExplain(status, to));

/** Users who neither raised the findings nor decide about them may bring a date forward, but not put it back. */
function useMayPutBack(): (change: ChangeOfMany, seen: readonly Finding[]) => boolean {
  const { id: me } = useProfile();
  const mayDecide = useMay("finding.decide");
  return (change, seen) =>
    !("due_date" in change) || mayDecide || seen.every(({ created_by: author }) => author?.id === me);
}

/** The API accepts no more changes at once. */
const AT_ONCE = 100;

/** A batch was refused after others had been changed. */
export class StoppedChange extends Error {
  readonly changed: readonly Changed[];
  readonly total: number;

  constructor({ changed, total, cause }: { changed: readonly Changed[]; total: number; cause: unknown }) {
    super("Only some of the findings were changed", { cause });
    this.name = "StoppedChange";
    this.changed = changed;
    this.total = total;
  }
}

const batchesOf = <T>(rows: readonly T[]): (readonly T[])[] =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, n) =>
    rows.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );

/** Sends the batches one after the other, until one is refused. */
async function inBatches(
  seen: readonly Finding[],
  send: (batch: readonly Finding[]) => Promise<{ findings: readonly Finding[] }>,
): Promise<Changed[]> {
  const changed: Changed[] = [];
  for (const batch of batchesOf(seen)) {
    try {
      const { findings } = await send(batch);
      changed.push(...batch.map((before, n) => ({ before, after: findings[n]! })));
    } catch (cause) {
      throw changed.length === 0 ? cause : new StoppedChange({ changed, total: seen.length, cause });
    }
  }
  return changed;
}

export type ChangeMany = ReturnType<typeof useChangeMany>;

/** Changes several findings: up to 100 all or none, more in batches. `onChanged` is called with those it changed. */
export function useChangeMany(projectId: string, onChanged: (changed: readonly Finding[]) => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const refresh = useRefreshFindings();
  const mayPutBack = useMayPutBack();
  const send = (findings: OneChange[]) =>
    dataOf(api.PATCH("/projects/{id}/findings", { params: { path: { id: projectId } }, body: { findings } }));
  const undo = useUndo(refresh);
  const reverse = async (change: ChangeOfMany, changed: readonly Changed[]) => {
    for (const batch of batchesOf(changed)) await send(batch.map((one) => reverseOf(one, change)));
  };
  const report = (change: ChangeOfMany, changed: readonly Changed[]) => {
    const seen = changed.map(({ before }) => before);
    onChanged(seen);
    const text = t("findings.changed", { count: seen.length });
    const offer = { text: t("action.undo"), run: () => undo(reverse(change, changed), t("findings.undone")) };
    toast(mayPutBack(change, seen) && changed.every(isReversible) ? { text, undo: offer } : { text });
  };
  return useMutation({
    mutationFn: ({ change, seen }: Sent) =>
      inBatches(seen, (batch) =>
        sendUnchanged(projectId, batch, (now) =>
          send(now.map(({ id, updated_at }) => ({ finding_id: id, updated_at, ...change }))),
        ),
      ),
    onError: (error, { change }) => {
      if (error instanceof StoppedChange) report(change, error.changed);
      // Someone else may have changed one of them.
      return refresh();
    },
    onSuccess: (changed, { change }) => {
      report(change, changed);
      return refresh();
    },
  });
}
