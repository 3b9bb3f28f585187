import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { changedBy } from "./changed-by.ts";
import { subscribeToEvents, type StreamNews } from "./subscribe-to-events.ts";
import { setLive } from "./live-state.ts";
import { together } from "./together.ts";

/** Notifications and deliveries follow an event within about a second, without a separate event. */
const FOLLOWS = ["notifications", "webhooks"];
const FOLLOWS_MS = 1_200;

/** Fetches again what an event has changed, as far as a page shows it, while a user is signed in. */
export function useLiveEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let hasMissed = false;
    const refetches = together((feature) => void queries.invalidateQueries({ queryKey: [feature] }));
    const everything = (): void => {
      hasMissed = false;
      void queries.invalidateQueries();
    };
    const listener = (news: StreamNews): void => {
      if (news.is === "open" || news.is === "down") setLive(news.is === "open");
      if (news.is === "down") {
        hasMissed = true;
        // Shows whether the session has ended.
        refetches.add("notifications");
      } else if (news.is === "event") {
        for (const feature of changedBy(news.kind)) refetches.add(feature);
        for (const feature of FOLLOWS) refetches.add(feature, FOLLOWS_MS);
      } else if (news.is === "missed" || hasMissed) everything();
    };
    const end = subscribeToEvents(listener);
    return () => {
      end();
      refetches.stop();
      setLive(false);
    };
  }, [queries]);
}
