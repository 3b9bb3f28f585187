import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { ConfirmedAction } from "../../ui/confirmed-action.tsx";
import { Note } from "../../ui/note.tsx";
import { RowList } from "../../ui/row-list.tsx";
import { ShowOlder } from "../../ui/show-older.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useOlder } from "../../ui/use-older.ts";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { conversationListQuery, olderConversations, type ListedConversation } from "./assistant.queries.ts";
import styles from "./assistant.module.css";

const FROM = "/projects/$projectId/assistant";

interface RowProps {
  conversation: ListedConversation;
  isChosen: boolean;
  onRemoved: (id: string) => Promise<void>;
}

function Row({ conversation: { id, title, updated_at: at }, isChosen, onRemoved }: RowProps) {
  const { t } = useTranslation();
  return (
    <li data-chosen={isChosen}>
      <Link from={FROM} to="." search={{ conversation: id }} aria-current={isChosen ? "page" : undefined}>
        {title}
        <Note>
          <When at={at} />
        </Note>
      </Link>
      <ConfirmedAction
        text={t("questionnaires.delete")}
        icon={<IconTrash size={15} />}
        label={t("assistant.delete", { title })}
        warning={t("assistant.deleteWarning")}
        run={() => api.DELETE("/ai/conversations/{id}", { params: { path: { id } } })}
        onDone={() => onRemoved(id)}
      />
    </li>
  );
}

interface ConversationsProps {
  projectId: string;
  chosen: string | undefined;
  onGone: () => void;
}

/** The user's earlier conversations in this project. */
export function Conversations({ projectId, chosen, onGone }: ConversationsProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const toast = useToast();
  const older = useOlder(olderConversations(projectId));
  const begin = useRef<HTMLAnchorElement>(null);
  const onRemoved = async (id: string) => {
    if (id === chosen) onGone();
    toast({ text: t("assistant.deleted") });
    // The row with the focus leaves.
    begin.current?.focus();
    await queries.invalidateQueries({ queryKey: ["conversations", "list", projectId] });
  };
  const beginning = (
    <Link ref={begin} from={FROM} to="." search={{}} className={styles["new"]}>
      <IconPlus size={14} aria-hidden /> {t("assistant.new")}
    </Link>
  );
  return (
    <Card title={t("assistant.conversations")} aside={beginning} flush>
      <WhenLoaded query={useQuery(conversationListQuery(projectId))} lines={3}>
        {({ conversations, pagination: { total } }) => {
          const shown = [...conversations, ...older.pages.flatMap((page) => page.conversations)];
          const hidden = total - shown.length;
          return (
            <RowList
              label={t("assistant.conversations")}
              className={styles["conversations"]}
              empty={t("assistant.noConversations")}
            >
              {shown.map((one) => (
                <Row key={one.id} conversation={one} isChosen={one.id === chosen} onRemoved={onRemoved} />
              ))}
              {hidden > 0 && (
                <li>
                  <ShowOlder
                    label={t("assistant.older", { count: hidden })}
                    query={older.query}
                    onShow={older.show}
                  />
                </li>
              )}
            </RowList>
          );
        }}
      </WhenLoaded>
    </Card>
  );
}
