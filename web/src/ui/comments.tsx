import { useTranslation } from "react-i18next";
import { Note } from "./note.tsx";
import { When } from "./when.tsx";
import styles from "./comments.module.css";

export interface Comment {
  id: string;
  author?: { name: string } | null | undefined;
  text: string;
  created_at: string;
}

/** Comments with author and time. */
export function Comments({ comments }: { comments: readonly Comment[] }) {
  const { t } = useTranslation();
  if (comments.length === 0) return <Note>{t("comments.none")}</Note>;
  return comments.map(({ id, author, text, created_at: at }) => (
    <article key={id} className={styles["comment"]}>
      <strong>{author?.name ?? t("activity.somebody")}</strong>{" "}
      <Note>
        <When at={at} />
      </Note>
      <p>{text}</p>
    </article>
  ));
}
