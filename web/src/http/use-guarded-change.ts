import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { ifMatch } from "./client.ts";

/** A resource with its ETag; null for one that has none. */
export interface Tagged {
  tag: string | null;
}

/** What a form shows of a resource: labels and texts. */
export type Rows = readonly (readonly [label: string, text: string])[];

/** Someone else changed what the form shows while the user edited it. */
export class OutdatedChange<T> extends Error {
  readonly now: T;

  constructor(now: T) {
    super("Someone else has changed this");
    this.name = "OutdatedChange";
    this.now = now;
  }
}

interface Sent<T, B> {
  body: B;
  /** The resource as the user saw it, which the change is based on. */
  over: T;
}
export type GuardedChange<T, B> = UseMutationResult<void, Error, Sent<T, B>>;

/** Whether the user has to choose between two versions: a form then offers nothing else. */
export const isOutdated = ({ error }: { error: Error | null }): boolean => error instanceof OutdatedChange;

interface Guarded<T extends Tagged, B> {
  send: (body: B, guard: ReturnType<typeof ifMatch>) => Promise<unknown>;
  /** Reads the resource again. */
  read: (seen: T) => Promise<T>;
  rowsOf: (resource: T) => Rows;
  onSuccess: (sent: Sent<T, B>) => Promise<unknown>;
}

/**
 * A change that fails with OutdatedChange if someone else changed the same fields. Changes to other fields,
 * such as the last sign-in of a user, are ignored. A resource without an ETag is read again first.
 */
export function useGuardedChange<T extends Tagged, B>({
  send,
  read,
  rowsOf,
  onSuccess,
}: Guarded<T, B>): GuardedChange<T, B> {
  const textOf = (resource: T): string => JSON.stringify(rowsOf(resource));
  /** Fails if the form would now show something else. */
  const readSame = async (over: T): Promise<T> => {
    const now = await read(over);
    if (textOf(now) !== textOf(over)) throw new OutdatedChange(now);
    return now;
  };
  return useMutation({
    mutationFn: async ({ body, over }: Sent<T, B>) => {
      const { tag } = over.tag === null ? await readSame(over) : over;
      try {
        await send(body, ifMatch(tag));
      } catch (error) {
        if (!(error instanceof ApiError && error.isConflict)) throw error;
        await send(body, ifMatch((await readSame(over)).tag));
      }
    },
    onSuccess: (_, sent) => onSuccess(sent),
  });
}
