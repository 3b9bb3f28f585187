import { useEffect } from "react";
import { useKeys } from "../ui/use-keys.ts";
import { useOverlaySearch } from "../ui/use-overlay-search.ts";
import { useOnDemand } from "./use-on-demand.ts";

/** The panel of notifications once it is open, and functions that open and close it. */
export function useNotifications() {
  const [{ notifications: shown }, change] = useOverlaySearch();
  const [Panel, open, hide] = useOnDemand(() =>
    import("../features/notifications/notifications-panel.tsx").then(
      ({ NotificationsPanel }) => NotificationsPanel,
    ),
  );
  useKeys([["N", open]]);
  // After a reload, for example, the panel is open as it was.
  useEffect(() => {
    if (shown !== undefined) open();
  }, []);
  const close = (): void => {
    hide();
    change({ notifications: undefined });
  };
  return { Panel, open, close };
}
