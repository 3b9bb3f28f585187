import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { Note } from "../../ui/note.tsx";
import { When } from "../../ui/when.tsx";
import { Citations } from "../evidence/citations.tsx";
import type { Message } from "./assistant.queries.ts";
import styles from "./assistant.module.css";

function Origin({ message: { mode, found, created_at: at } }: { message: Message }) {
  const { t } = useTranslation();
  return (
    <div className={styles["origin"]}>
      {found === false && <Badge tone="warn">{t("assistant.notFound")}</Badge>}
      <Note>
        {mode !== null && found !== false && `${t(`assistantMode.${mode}`)} · `}
        <When at={at} />
      </Note>
    </div>
  );
}

function Bubble({ message }: { message: Message }) {
  const { t } = useTranslation();
  const isMine = message.author === "user";
  return (
    <li className={styles["said"]} data-author={message.author}>
      <h3 className={styles["author"]}>{t(isMine ? "assistant.you" : "nav.assistant")}</h3>
      {isMine ? (
        <p className={styles["question"]}>{message.text}</p>
      ) : (
        <div className={styles["answer"]}>
          <Markdown text={message.text} />
        </div>
      )}
      {!isMine && <Citations citations={message.citations} />}
      {!isMine && <Origin message={message} />}
    </li>
  );
}

/** The messages in order. */
export const Thread = ({ messages }: { messages: readonly Message[] }) => (
  <>
    {messages.map((message) => (
      <Bubble key={message.id} message={message} />
    ))}
  </>
);
