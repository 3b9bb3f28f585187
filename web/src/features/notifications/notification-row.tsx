import { ActionIcon } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useActorName } from "../../i18n/use-actor-name.ts";
import { Parts } from "../../ui/parts.tsx";
import { When } from "../../ui/when.tsx";
import { nameIn } from "./name-in.ts";
import { targetOf } from "./target-of.ts";
import type { Notification } from "./notification.queries.ts";
import styles from "./notifications.module.css";

function Sentence({ notification }: { notification: Notification }) {
  const { i18n } = useTranslation();
  const who = useActorName()(notification);
  const { event, data } = notification;
  const key = `notice.${event.replace(".", "_")}`;
  return (
    <Trans
      i18nKey={(i18n.exists(key) ? key : "notice.other") as "notice.other"}
      values={{ who, what: nameIn(data), event }}
      components={{ b: <strong /> }}
    />
  );
}

interface RowProps {
  notification: Notification;
  onRead: () => void;
  onFollow: () => void;
}

/** Links to its subject, if a page shows it. */
function LinkTo({ notification, onFollow, children }: Omit<RowProps, "onRead"> & { children: ReactNode }) {
  const place = targetOf(notification);
  if (place === null) return <span className={styles["what"]}>{children}</span>;
  return (
    <Link
      to={place.to as "/"}
      params={(place.params ?? {}) as never}
      search={(place.search ?? {}) as never}
      className={styles["what"]}
      onClick={onFollow}
    >
      {children}
    </Link>
  );
}

/** The event, its place and time; following the link marks it as read. */
export function NotificationRow({ notification, onRead, onFollow }: RowProps) {
  const { t } = useTranslation();
  const isUnread = notification.read_at === null;
  return (
    <li className={styles["row"]} data-unread={isUnread}>
      <span
        className={styles["dot"]}
        {...(isUnread ? { role: "img", "aria-label": t("notifications.unread") } : {})}
      />
      <LinkTo notification={notification} onFollow={onFollow}>
        <Sentence notification={notification} />
      </LinkTo>
      <span className={styles["where"]}>
        <Parts>
          {notification.project_name !== null && <span>{notification.project_name}</span>}
          <When at={notification.created_at} />
        </Parts>
      </span>
      {isUnread && (
        <ActionIcon
          className={styles["mark"]}
          variant="subtle"
          color="gray"
          aria-label={t("notifications.markRead")}
          title={t("notifications.markRead")}
          onClick={onRead}
        >
          <IconCheck size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
