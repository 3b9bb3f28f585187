import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePollWithoutEvents } from "../../live/live-state.ts";
import { POLL_MS, unreadQuery } from "./notification.queries.ts";
import styles from "./notifications.module.css";

const MAX = 99;

/** Shows the number of unread notifications, and opens them. */
export function Bell({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const refetchInterval = usePollWithoutEvents(POLL_MS);
  const unread = useQuery({ ...unreadQuery, refetchInterval }).data?.unread ?? 0;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={styles["bell"]}
      aria-label={t("notifications.open", { count: unread })}
      onClick={onOpen}
    >
      <IconBell size={19} stroke={1.7} aria-hidden />
      {unread > 0 && (
        <span className={styles["count"]} aria-hidden>
          {unread > MAX ? `${MAX}+` : unread}
        </span>
      )}
    </ActionIcon>
  );
}
