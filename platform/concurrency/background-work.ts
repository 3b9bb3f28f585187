import type { Logger } from "../logger.ts";

/** Work that no one waits for, until its process stops. */
export interface BackgroundWork {
  /** A failure leaves a warning only. */
  add(work: Promise<unknown>, failure: { message: string; about?: object }): void;
  isEmpty(): boolean;
  /** Resolves when nothing is running. */
  settled(): Promise<void>;
}

export function createBackgroundWork(logger: Logger): BackgroundWork {
  const running = new Set<Promise<unknown>>();
  return {
    add(work, { message, about }) {
      const tracked = work
        .catch((err: unknown) => logger.warn({ err, ...about }, message))
        .finally(() => running.delete(tracked));
      running.add(tracked);
    },
    isEmpty: () => running.size === 0,
    settled: async () => void (await Promise.all(running)),
  };
}
