import { once } from "node:events";
import type { Wake } from "../../platform/database/listen.ts";

/** Nothing is ever notified. */
export const silentWake = (): Wake => ({
  async next(_atMostMs, signal) {
    if (!signal.aborted) await once(signal, "abort");
  },
  close: async () => undefined,
});
