import type { CommandContext, SystemContext } from "./context.ts";

/** A feature's part at a moment of a lower feature. */
export interface Hook {
  attach(): void;
}

/** A moment inside a transaction: the lower feature triggers it, and higher features attach their parts. */
export interface Moment<Subject, Context> {
  /**
   * Runs the parts of all features in sequence, those of higher features first, because their rows refer to
   * rows of lower ones.
   */
  happen(ctx: Context, subject: Subject): Promise<void>;
  /** A feature's part, for the hooks in its `feature.ts`. */
  do(part: (ctx: Context, subject: Subject) => Promise<unknown>): Hook;
}

let isComposed = false;

/** Attaches all parts; moments may happen from now on. */
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
      // Fail closed: the rows of higher features would stay behind.
      if (!isComposed) throw new Error("no feature has registered its part: import domain/features.ts");
      for (const part of parts) await part(ctx, subject);
    },
    do: (part) => ({ attach: () => void parts.push(part) }),
  };
}
