import type { CommandContext, SystemContext } from "./context.ts";

/** What a feature does at a moment that a lower one names. */
export interface Hook {
  attach(): void;
}

/** A moment inside a transaction: the feature whose it is lets it happen, features above do their part in it. */
export interface Moment<Subject, Context> {
  /** Every feature's part, one after the other, those of upper features first: their rows point at those of lower ones. */
  happen(ctx: Context, subject: Subject): Promise<void>;
  /** The part of a feature, for the hooks of its `feature.ts`. */
  do(part: (ctx: Context, subject: Subject) => Promise<unknown>): Hook;
}

let isComposed = false;

/** From now on moments may happen: every feature has been asked for its part. */
export function attachHooks(hooks: readonly Hook[]): void {
  for (const hook of hooks) hook.attach();
  isComposed = true;
}

export function createMoment<
  Subject,
  Context extends CommandContext | SystemContext = CommandContext,
>(): Moment<Subject, Context> {
  const parts: ((ctx: Context, subject: Subject) => Promise<unknown>)[] = [];
  return {
    happen: async (ctx, subject) => {
      // Fail closed: what features above hold would stay behind.
      if (!isComposed) throw new Error("no feature has been asked for its part: import domain/features.ts");
      for (const part of parts) await part(ctx, subject);
    },
    do: (part) => ({ attach: () => void parts.push(part) }),
  };
}
