import type { StartingEvent } from "../../domain/context.ts";
import { createBackgroundWork } from "../../platform/concurrency/background-work.ts";
import type { Logger } from "../../platform/logger.ts";

export interface Dispatch {
  /** Starts the workflows of committed events in the background. The relay handles failures. */
  start(events: readonly StartingEvent[]): void;
  /** Resolves when nothing is running. */
  settled(): Promise<void>;
}

export function createDispatch(dispatchEvent: (eventId: string) => Promise<void>, logger: Logger): Dispatch {
  const work = createBackgroundWork(logger);
  const message = "workflow not started; the relay will start it";
  return {
    start(events) {
      for (const { id, kind } of events) work.add(dispatchEvent(id), { message, about: { event: id, kind } });
    },
    settled: () => work.settled(),
  };
}
