import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { NotificationRow } from "./notification-row.tsx";
import type { Notification } from "./notification.queries.ts";
import styles from "./notifications.module.css";

interface GroupProps {
  /** Newest first; alike if there are several. */
  notifications: readonly Notification[];
  onRead: (notifications: readonly Notification[]) => void;
  onFollow: (notification: Notification) => void;
}

/** The newest of notifications that are alike; a button shows the others. */
export function NotificationGroup({ notifications, onRead, onFollow }: GroupProps) {
  const { t } = useTranslation();
  const others = useId();
  const [isOpen, setOpen] = useState(false);
  const [newest, ...older] = notifications;
  const row = (notification: Notification, marked: readonly Notification[]) => (
    <NotificationRow
      key={notification.id}
      notification={notification}
      onRead={() => onRead(marked)}
      onFollow={() => onFollow(notification)}
    />
  );
  if (older.length === 0) return row(newest!, notifications);
  return (
    <>
      {row(newest!, isOpen ? [newest!] : notifications)}
      <li className={styles["more"]}>
        <Button
          variant="subtle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? others : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t("notifications.fewer") : t("notifications.more", { count: older.length })}
        </Button>
        {isOpen && (
          <ul id={others} className={styles["others"]}>
            {older.map((notification) => row(notification, [notification]))}
          </ul>
        )}
      </li>
    </>
  );
}
