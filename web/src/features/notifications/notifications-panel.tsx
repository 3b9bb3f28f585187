import { Button, SegmentedControl } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Empty } from "../../ui/empty.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Problem } from "../../ui/problem.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { useOverlaySearch } from "../../ui/use-overlay-search.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { groupAlike } from "./group-alike.ts";
import { NotificationGroup } from "./notification-group.tsx";
import { usePollWithoutEvents } from "../../live/live-state.ts";
import { POLL_MS, notificationListQuery, unreadQuery, type Notification } from "./notification.queries.ts";
import { TopicChoice } from "./topic-choice.tsx";
import styles from "./notifications.module.css";

const PAGE_ROWS = 50;
type Shown = "unread" | "all";

/** Some of them, or all up to the newest that is shown. */
function useMark() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ["notifications"] });
  const some = useMutation({
    mutationFn: (ids: readonly string[]) =>
      Promise.all(
        ids.map((id) => api.POST("/users/me/notifications/{id}/read", { params: { path: { id } } })),
      ),
    onSettled: onSuccess,
  });
  const all = useMutation({
    mutationFn: (upTo: string) => api.POST("/users/me/notifications/read", { body: { up_to: upTo } }),
    onSuccess,
  });
  return { some, all };
}

interface ListProps {
  notifications: readonly Notification[];
  shown: Shown;
  onRead: (notifications: readonly Notification[]) => void;
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
    <RowList label={t("notifications.title")} className={styles["list"]}>
      {groupAlike(notifications).map((group) => (
        <NotificationGroup key={group[0]!.id} notifications={group} onRead={onRead} onFollow={onFollow} />
      ))}
    </RowList>
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
  const { some, all } = useMark();
  const newest = page === 1 ? query.data?.notifications[0] : undefined;
  const show = (next: Shown) => {
    change({ notifications: next === "all" ? "all" : undefined });
    setPage(1);
  };
  const follow = ({ id, read_at: readAt }: Notification) => {
    if (readAt === null) some.mutate([id]);
    onClose();
  };
  const error = some.error ?? all.error;
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <SidePanel title={t("notifications.title")} onClose={onClose}>
      <div {...kept} role="group" aria-label={t("notifications.title")}>
        <div className={styles["tools"]}>
          <SegmentedControl
            size="xs"
            aria-label={t("notifications.shown")}
            data={[
              { value: "unread", label: t("notifications.onlyUnread", { count: unread }) },
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
              onRead={(read) => some.mutate(read.map(({ id }) => id))}
              onFollow={follow}
            />
          )}
        </WhenLoaded>
        <Pager query={query} page={page} onPage={setPage} />
      </div>
      <TopicChoice />
    </SidePanel>
  );
}
