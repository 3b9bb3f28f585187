import type { ReactNode } from "react";
import { OutdatedChange, type GuardedChange, type Rows, type Tagged } from "../http/use-guarded-change.ts";
import { Conflict } from "./conflict.tsx";
import { differencesOf } from "./differences-of.ts";
import { Problem } from "./problem.tsx";

interface ChangeProblemProps<T extends Tagged, B> {
  change: GuardedChange<T, B>;
  rowsOf: (resource: T) => Rows;
  /** The requested change, with the same labels. */
  mine: Rows;
  /** The same in the API's format. */
  body: B;
  /** Shows what differs in a long text; by default, both texts are shown. */
  compare?: (theirs: string, mine: string) => ReactNode;
  /** Called when the user keeps the current state, with it and what the change was based on. */
  onLeave?: (now: T, over: T) => void;
}

/** Why a change failed; if someone else was faster, both versions of each field that they changed. */
export function ChangeProblem<T extends Tagged, B>({
  change,
  rowsOf,
  mine,
  body,
  compare,
  onLeave,
}: ChangeProblemProps<T, B>) {
  const { error, variables } = change;
  if (error === null) return null;
  if (!(error instanceof OutdatedChange)) return <Problem error={error} />;
  const now = error.now as T;
  const { over } = variables;
  const differences = differencesOf({ over: rowsOf(over), theirs: rowsOf(now), mine }).map(
    ({ label, theirs, mine: text }) => ({
      label,
      theirs: theirs || "–",
      mine: text || "–",
      compared: compare?.(theirs, text),
    }),
  );
  return (
    <Conflict
      differences={differences}
      onAgain={() => change.mutate({ body, over: now })}
      onLeave={() => {
        change.reset();
        onLeave?.(now, over);
      }}
    />
  );
}
