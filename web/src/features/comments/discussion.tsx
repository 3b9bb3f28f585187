import { useTranslation } from "react-i18next";
import { Comments, type Comment } from "../../ui/comments.tsx";
import { NewComment } from "../../ui/new-comment.tsx";
import { ShowOlder } from "../../ui/show-older.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { useOlder, type OlderPages } from "../../ui/use-older.ts";
import { useIsArchived } from "../projects/use-is-archived.ts";

interface CommentPage {
  comments: readonly Comment[];
  pagination: { page: number; pages: number };
}

interface DiscussionProps<Page extends CommentPage> {
  /** The subject of the comments. */
  about: string;
  projectId: string;
  /** Newest first, as in the older ones. */
  latest: readonly Comment[];
  /** Of all comments. */
  count: number;
  older: OlderPages<Page>;
  /** Whether the oldest is at the top, and the field for a new one at the bottom. */
  isChronological?: boolean;
  isAllowed: boolean;
  send: (text: string) => Promise<unknown>;
}

/** The comments on something, and a field to add one beside the newest. */
export function Discussion<Page extends CommentPage>(props: DiscussionProps<Page>) {
  const { about, projectId, latest, count, isChronological = false, isAllowed, send } = props;
  const { t } = useTranslation();
  const { query, show, pages } = useOlder(props.older);
  const isArchived = useIsArchived(projectId);
  const comments = [...latest, ...pages.flatMap((page) => page.comments)];
  const hidden = count - comments.length;
  const more = hidden > 0 && (
    <ShowOlder label={t("comments.older", { count: hidden })} query={query} onShow={show} />
  );
  const field = <NewComment about={about} isAllowed={isAllowed} isArchived={isArchived} send={send} />;
  return (
    <>
      {!isChronological && field}
      <div {...useKeptFocus<HTMLDivElement>()} role="group" aria-label={t("comments.title")}>
        {isChronological && more}
        <Comments comments={isChronological ? comments.toReversed() : comments} />
        {!isChronological && more}
      </div>
      {isChronological && field}
    </>
  );
}
