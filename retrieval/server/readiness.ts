import { IndexLostError } from "../index/chunk-index.ts";
import { withDeadline } from "../search/deadline.ts";

const CHECK_MS = 1_000;

/** `mend`: what a person must run, where it does not come back by itself. */
export type ComponentState = { status: "up" | "starting" | "down"; error?: string; [fact: string]: unknown };

/** A part the service cannot do without: how to check it, and what to say about it when it is up. */
export interface Component {
  check(): Promise<Record<string, unknown>>;
}

/** A component that is still being made. `made` is null until then; an error it died of stays visible. */
export class StartingError extends Error {}

async function stateOf(name: string, component: Component): Promise<ComponentState> {
  try {
    const facts = await withDeadline(`Checking ${name}`, CHECK_MS, undefined, () => component.check());
    return { status: "up", ...facts };
  } catch (error) {
    if (error instanceof StartingError) return { status: "starting" };
    const mend = error instanceof IndexLostError ? { mend: error.mend } : {};
    return { status: "down", error: error instanceof Error ? error.message : String(error), ...mend };
  }
}

/** Checks every component at the same time. Ready means that all of them are up. */
export async function checkReadiness(
  components: Record<string, Component>,
): Promise<{ ready: boolean; components: Record<string, ComponentState> }> {
  const entries = await Promise.all(
    Object.entries(components).map(
      async ([name, component]) => [name, await stateOf(name, component)] as const,
    ),
  );
  return {
    ready: entries.every(([, state]) => state.status === "up"),
    components: Object.fromEntries(entries),
  };
}
