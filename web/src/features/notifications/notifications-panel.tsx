import { Button, SegmentedControl } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Empty } from "../../ui/empty.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Problem } from "../../ui/problem.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useOverlaySearch } from "../../ui/use-overlay-search.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { NotificationRow } from "./notification-row.tsx";
import { usePollWithoutEvents } from "../../live/live-state.ts";
import { POLL_MS, notificationListQuery, unreadQuery, type Notification } from "./notification.queries.ts";
import { TopicChoice } from "./topic-choice.tsx";
import styles from "./notifications.module.css";

const PAGE_ROWS = 25;
type Shown = "unread" | "all";

/** One of them, or all up to the newest that is shown. */
function useMark() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ["notifications"] });
  const one = useMutation({
    mutationFn: (id: string) => api.POST("/users/me/notifications/{id}/read", { params: { path: { id } } }),
    onSuccess,
  });
  const all = useMutation({
    mutationFn: (upTo: string) => api.POST("/users/me/notifications/read", { body: { up_to: upTo } }),
    onSuccess,
  });
  return { one, all };
}

interface ListProps {
  notifications: readonly Notification[];
  shown: Shown;
  onRead: (id: string) => void;
  onFollow: (notification: Notification) => void;
}

function List({ notifications, shown, onRead, onFollow }: ListProps) {
  const { t } = useTranslation();
  if (notifications.length === 0)
    return (
      <Empty title={t(shown === "unread" ? "notifications.noneUnread" : "notifications.none")}>
        {t("notifications.noneHint")}
      </Empty>
    );
  return (
    <ul className={styles["list"]}>
      {notifications.map((notification) => (
        <NotificationRow
          key={notification.id}
          notification={notification}
          onRead={() => onRead(notification.id)}
          onFollow={() => onFollow(notification)}
        />
      ))}
    </ul>
  );
}

/** The user's notifications, each with a link to its subject. */
export function NotificationsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [{ notifications: shown = "unread" }, change] = useOverlaySearch();
  const [page, setPage] = useState(1);
  const unread = useQuery(unreadQuery).data?.unread ?? 0;
  const only = shown === "unread" ? { unread: "true" as const } : {};
  const refetchInterval = usePollWithoutEvents(POLL_MS);
  const query = useQuery({ ...notificationListQuery({ limit: PAGE_ROWS, page, ...only }), refetchInterval });
  const { one, all } = useMark();
  const newest = page === 1 ? query.data?.notifications[0] : undefined;
  const show = (next: Shown) => {
    change({ notifications: next === "all" ? "all" : undefined });
    setPage(1);
  };
  const follow = ({ id, read_at: readAt }: Notification) => {
    if (readAt === null) one.mutate(id);
    onClose();
  };
  const error = one.error ?? all.error;
  return (
    <SidePanel title={t("notifications.title")} onClose={onClose}>
      <div className={styles["tools"]}>
        <SegmentedControl
          size="xs"
          aria-label={t("notifications.shown")}
          data={[
            { value: "unread", label: t("notifications.onlyUnread") },
            { value: "all", label: t("notifications.all") },
          ]}
          value={shown}
          onChange={show}
        />
        <Button
          variant="default"
          disabled={unread === 0 || newest === undefined}
          loading={all.isPending}
          onClick={() => newest !== undefined && all.mutate(newest.id)}
        >
          {t("notifications.markAll")}
        </Button>
      </div>
      {error !== null && <Problem error={error} />}
      <WhenLoaded query={query}>
        {({ notifications }) => (
          <List
            notifications={notifications}
            shown={shown}
            onRead={(id) => one.mutate(id)}
            onFollow={follow}
          />
        )}
      </WhenLoaded>
      <Pager query={query} page={page} onPage={setPage} />
      <TopicChoice />
    </SidePanel>
  );
}
