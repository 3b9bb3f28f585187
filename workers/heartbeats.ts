import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { progressOf } from "../activities/show-progress.ts";

/** Each heartbeat reports a cancellation, so this is the delay until it is noticed. */
const INTERVAL_MS = 2_000;
/** Longer than a step takes to notice its cancellation and finish its current write. */
const LETTING_GO_MS = 45_000;

/**
 * Sends the heartbeats of every activity whose workflow gives it a heartbeat timeout. An activity that does not
 * stop after its cancellation is abandoned: without heartbeats, Temporal times it out.
 */
export const heartbeats: ActivityInterceptorsFactory = (context) => ({
  inbound: {
    async execute(input, next) {
      const { info, cancellationSignal: signal } = context;
      if (!info.heartbeatTimeoutMs) return next(input);
      let givenUp: NodeJS.Timeout | undefined;
      const timer = setInterval(() => context.heartbeat(progressOf(context)), INTERVAL_MS);
      const letGo = (): void => {
        givenUp = setTimeout(() => clearInterval(timer), LETTING_GO_MS);
      };
      signal.addEventListener("abort", letGo, { once: true });
      try {
        return await next(input);
      } finally {
        clearInterval(timer);
        clearTimeout(givenUp);
        signal.removeEventListener("abort", letGo);
      }
    },
  },
});
