import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { rootApi } from "../../http/client.ts";
import { Comments } from "../../ui/comments.tsx";
import { NewComment } from "../../ui/new-comment.tsx";
import { ShowOlder } from "../../ui/show-older.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { useOlder } from "../../ui/use-older.ts";
import { permissionsQuery } from "../identity/session.queries.ts";
import { useIsArchived } from "../projects/use-is-archived.ts";
import { olderComments, type FindingDetail } from "./finding.queries.ts";

/** The comments on a finding, and a field to add one. */
export function FindingComments({ finding }: { finding: FindingDetail }) {
  const { t } = useTranslation();
  const { id, project_id: projectId, comments: latest, comment_count: count } = finding;
  const queries = useQueryClient();
  const permissions = useQuery(permissionsQuery({ finding_id: id })).data;
  const isArchived = useIsArchived(projectId);
  const { query, show, pages } = useOlder(olderComments(id));
  const older = pages.flatMap(({ comments }) => comments).toReversed();
  const hidden = count - latest.length - older.length;
  const send = async (text: string) => {
    const body = { text, reply_to: null };
    await rootApi.POST("/api/findings/{id}/comments", { params: { path: { id } }, body });
    await queries.invalidateQueries({ queryKey: ["findings", "one", id] });
  };
  return (
    <>
      <div {...useKeptFocus<HTMLDivElement>()} role="group" aria-label={t("comments.title")}>
        {hidden > 0 && (
          <ShowOlder label={t("comments.older", { count: hidden })} query={query} onShow={show} />
        )}
        <Comments comments={[...older, ...latest]} />
      </div>
      <NewComment
        about={id}
        isAllowed={permissions?.has("finding.comment") === true}
        isArchived={isArchived}
        send={send}
      />
    </>
  );
}
