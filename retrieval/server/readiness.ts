import { UnusableIndexError } from "../index/chunk-index.ts";
import { withDeadline } from "../search/deadline.ts";

const CHECK_MS = 1_000;

/** `mend`: the command to run if it does not recover by itself. */
export type ComponentState = { status: "up" | "starting" | "down"; error?: string; [fact: string]: unknown };

/** A required part of the service: its check, and its details while it is up. */
export interface Component {
  check(): Promise<Record<string, unknown>>;
}

/** A component is still starting, and no attempt has failed yet. */
export class StartingError extends Error {}

async function stateOf(name: string, component: Component): Promise<ComponentState> {
  try {
    const facts = await withDeadline(`Checking ${name}`, CHECK_MS, undefined, () => component.check());
    return { status: "up", ...facts };
  } catch (error) {
    if (error instanceof StartingError) return { status: "starting" };
    const mend = error instanceof UnusableIndexError ? { mend: error.mend } : {};
    return { status: "down", error: error instanceof Error ? error.message : String(error), ...mend };
  }
}

/** Checks all components in parallel. Ready means that all of them are up. */
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
