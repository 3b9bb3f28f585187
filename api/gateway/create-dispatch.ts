import type { StartingEvent } from "../../domain/context.ts";
import type { Logger } from "../../platform/logger.ts";

export interface Dispatch {
  /** Starts the workflows of committed events in the background. The relay handles failures. */
  start(events: readonly StartingEvent[]): void;
  /** Resolves when nothing is running. */
  settled(): Promise<void>;
}

export function createDispatch(dispatchEvent: (eventId: string) => Promise<void>, logger: Logger): Dispatch {
  const inProgress = new Set<Promise<void>>();
  const startOne = ({ id, kind }: StartingEvent): void => {
    const work = dispatchEvent(id)
      .catch((error: unknown) =>
        logger.warn({ err: error, event: id, kind }, "workflow not started; the relay will start it"),
      )
      .finally(() => inProgress.delete(work));
    inProgress.add(work);
  };
  return {
    start: (events) => events.forEach(startOne),
    settled: async () => void (await Promise.all(inProgress)),
  };
}
