import { Button } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Problem } from "../../ui/problem.tsx";
import { readDraft, useDraft } from "../../ui/use-draft.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { permissionsQuery } from "../identity/session.queries.ts";
import { conversationQuery, type Message } from "./assistant.queries.ts";
import { Coming } from "./coming.tsx";
import { Composer } from "./composer.tsx";
import { Conversations } from "./conversations.tsx";
import { Suggestions } from "./suggestions.tsx";
import { Thread } from "./thread.tsx";
import { useAsk } from "./use-ask.ts";
import { useEndInSight } from "./use-end-in-sight.ts";
import styles from "./assistant.module.css";

const route = getRouteApi("/signed-in/projects/$projectId/assistant");

const EXAMPLES = ["gaps", "controls", "score", "access"] as const;

/** An empty conversation, with questions to begin with. */
function Nothing({ onAsk }: { onAsk: ((question: string) => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <Empty title={t("assistant.begin")} icon={IconMessageQuestion}>
      {t("assistant.beginHint")}
      {onAsk !== undefined && (
        <span className={styles["examples"]}>
          {EXAMPLES.map((name) => (
            <Button
              key={name}
              variant="default"
              radius="xl"
              onClick={() => onAsk(t(`assistant.example.${name}`))}
            >
              {t(`assistant.example.${name}`)}
            </Button>
          ))}
        </span>
      )}
    </Empty>
  );
}

interface TalkProps {
  projectId: string;
  conversationId: string | undefined;
  messages: readonly Message[];
  onBegun: (id: string) => void;
}

function Talk({ projectId, conversationId, messages, onBegun }: TalkProps) {
  const composer = useRef<HTMLTextAreaElement>(null);
  const mayAsk = useQuery(permissionsQuery({ project_id: projectId })).data?.has("assistant.ask") === true;
  const draftName = `ask.${projectId}`;
  const [draft, write] = useDraft(draftName);
  /** The question can be asked in other words. */
  const putBack = (question: string) => readDraft(draftName) === "" && write(question);
  const { ask, steps, text, stop } = useAsk(projectId, {
    onAnswer: ({ conversation_id: id }) => {
      if (id !== conversationId) onBegun(id);
    },
    onNoAnswer: putBack,
  });
  const { end, follow } = useEndInSight(messages.length + (ask.isPending ? 1 + text.length : 0));
  const isEmpty = messages.length === 0 && !ask.isPending;
  const onAsk = (message: string) => {
    follow();
    ask.mutate({ message, conversationId });
    composer.current?.focus();
  };
  const question = ask.variables?.message ?? "";
  const stopAsking = () => {
    stop();
    putBack(question);
    composer.current?.focus();
  };
  const again = () => {
    if (draft === question) write("");
    ask.mutate(ask.variables!);
  };
  return (
    <div className={styles["talk"]}>
      <Card>
        {isEmpty && <Nothing onAsk={mayAsk ? onAsk : undefined} />}
        <ol className={styles["thread"]}>
          <Thread messages={messages} />
          {ask.isPending && <Coming question={question} steps={steps} text={text} onStop={stopAsking} />}
        </ol>
        {ask.isError && <Problem error={ask.error} onRetry={again} />}
        <div ref={end} className={styles["end"]} />
      </Card>
      {mayAsk && (
        <Composer field={composer} text={draft} onWrite={write} isBusy={ask.isPending} onAsk={onAsk} />
      )}
    </div>
  );
}

/** A conversation, or a new one. */
function Conversation({ id, ...props }: Omit<TalkProps, "conversationId" | "messages"> & { id?: string }) {
  const query = useQuery({ ...conversationQuery(id ?? ""), enabled: id !== undefined });
  if (id !== undefined && query.data === undefined)
    return <WhenLoaded query={query}>{() => null}</WhenLoaded>;
  return <Talk {...props} conversationId={id} messages={query.data?.messages ?? []} />;
}

/**
 * A number that changes with the conversation, except when a new one gets its id with the first answer: the field for
 * questions stays as it is.
 */
function useThread(conversation: string | undefined) {
  const [thread, setThread] = useState({ conversation, number: 0 });
  const [begun, setBegun] = useState<string>();
  if (thread.conversation !== conversation) {
    const isSame = thread.conversation === undefined && conversation === begun;
    setThread({ conversation, number: thread.number + (isSame ? 0 : 1) });
    setBegun(undefined);
  }
  return [thread.number, setBegun] as const;
}

/** Questions about a project, answered from its evidence. */
export function AssistantPage() {
  const { t } = useTranslation();
  const { projectId } = route.useParams();
  const { conversation } = route.useSearch();
  const navigate = route.useNavigate();
  const [thread, setBegun] = useThread(conversation);
  const onBegun = (id: string) => {
    setBegun(id);
    void navigate({ search: { conversation: id }, replace: true });
  };
  return (
    <>
      <PageTitle title={t("nav.assistant")} />
      <div className={styles["split"]}>
        <Conversation
          key={thread}
          projectId={projectId}
          onBegun={onBegun}
          {...(conversation === undefined ? {} : { id: conversation })}
        />
        <div className={styles["talk"]}>
          <Conversations
            projectId={projectId}
            chosen={conversation}
            onGone={() => void navigate({ search: {}, replace: true })}
          />
          <Suggestions projectId={projectId} conversationId={conversation} />
        </div>
      </div>
    </>
  );
}
