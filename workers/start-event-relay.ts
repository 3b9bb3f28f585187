import { EVENTS_CHANNEL } from "../domain/events/event.rules.ts";
import { notifyPeople } from "../domain/notifications/notify-people.ts";
import type { Config } from "../platform/config.ts";
import { listen } from "../platform/database/listen.ts";
import { runEventRelay, type EventReceiver, type EventRelayDeps } from "./event-relay.ts";

/** Publishes events to people and to the features that receive them. */
export function startEventRelay(
  { config, ...deps }: EventRelayDeps & { config: Pick<Config, "DATABASE_URL"> },
  receivers: readonly EventReceiver[],
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const wake = listen(config.DATABASE_URL, EVENTS_CHANNEL, deps.logger);
  const all = [{ receive: notifyPeople }, ...receivers];
  const relaying = runEventRelay(deps, all, wake, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([relaying, wake.close()]);
    },
  };
}
