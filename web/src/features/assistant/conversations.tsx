import { ActionIcon } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/note.tsx";
import { Problem } from "../../ui/problem.tsx";
import { When } from "../../ui/when.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { conversationListQuery } from "./assistant.queries.ts";
import styles from "./assistant.module.css";

interface ConversationsProps {
  projectId: string;
  chosen: string | undefined;
  onGone: () => void;
}

const FROM = "/projects/$projectId/assistant";

/** The user's earlier conversations in this project. */
export function Conversations({ projectId, chosen, onGone }: ConversationsProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => api.DELETE("/ai/conversations/{id}", { params: { path: { id } } }),
    onSuccess: async (_, id) => {
      if (id === chosen) onGone();
      await queries.invalidateQueries({ queryKey: ["conversations", "list", projectId] });
    },
  });
  const begin = (
    <Link from={FROM} to="." search={{}} className={styles["new"]}>
      <IconPlus size={14} aria-hidden /> {t("assistant.new")}
    </Link>
  );
  return (
    <Card title={t("assistant.conversations")} aside={begin} flush>
      {remove.isError && <Problem error={remove.error} />}
      <WhenLoaded query={useQuery(conversationListQuery(projectId))} lines={3}>
        {({ conversations }) => (
          <ul className={styles["conversations"]}>
            {conversations.length === 0 && (
              <li>
                <Note>{t("assistant.noConversations")}</Note>
              </li>
            )}
            {conversations.map(({ id, title, updated_at: at }) => (
              <li key={id} data-chosen={id === chosen}>
                <Link
                  from={FROM}
                  to="."
                  search={{ conversation: id }}
                  aria-current={id === chosen ? "page" : undefined}
                >
                  {title}
                  <Note>
                    <When at={at} />
                  </Note>
                </Link>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t("assistant.delete", { title })}
                  onClick={() => remove.mutate(id)}
                >
                  <IconTrash size={15} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
      </WhenLoaded>
    </Card>
  );
}
