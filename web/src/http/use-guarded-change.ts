import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import { ifMatch } from "./client.ts";

/** A resource with its ETag. */
export interface Tagged {
  tag: string | null;
}

/** What a form shows of a resource: labels and texts. */
export type Rows = readonly (readonly [label: string, text: string])[];

/** Somebody else changed what the form shows, since the user began. */
export class OutdatedChange<T> extends Error {
  readonly now: T;

  constructor(now: T) {
    super("Somebody else changed this meanwhile");
    this.name = "OutdatedChange";
    this.now = now;
  }
}

interface Sent<T, B> {
  body: B;
  /** The resource that the user has seen: what they change. */
  over: T;
}
export type GuardedChange<T, B> = UseMutationResult<void, Error, Sent<T, B>>;

interface Guarded<T extends Tagged, B> {
  send: (body: B, guard: ReturnType<typeof ifMatch>) => Promise<unknown>;
  /** Reads the resource again. */
  read: () => Promise<T>;
  rowsOf: (resource: T) => Rows;
  onSuccess: () => Promise<unknown>;
}

/**
 * A change that fails with OutdatedChange if somebody else changed the same fields. A change of anything else,
 * such as the last sign-in of a user, is none of the form's business.
 */
export function useGuardedChange<T extends Tagged, B>({
  send,
  read,
  rowsOf,
  onSuccess,
}: Guarded<T, B>): GuardedChange<T, B> {
  const textOf = (resource: T): string => JSON.stringify(rowsOf(resource));
  return useMutation({
    mutationFn: async ({ body, over }: Sent<T, B>) => {
      try {
        await send(body, ifMatch(over.tag));
      } catch (error) {
        if (!(error instanceof ApiError && error.isConflict)) throw error;
        const now = await read();
        if (textOf(now) !== textOf(over)) throw new OutdatedChange(now);
        await send(body, ifMatch(now.tag));
      }
    },
    onSuccess,
  });
}
