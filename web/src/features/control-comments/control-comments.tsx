import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Comments } from "../../ui/comments.tsx";
import { NewComment } from "../../ui/new-comment.tsx";
import { Note } from "../../ui/note.tsx";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { allowedRowsQuery } from "../identity/session.queries.ts";
import { useIsArchived } from "../projects/use-is-archived.ts";
import { controlCommentsQuery } from "./control-comments.queries.ts";

/** The comments on a control, newest first. */
export function ControlComments({ projectId, controlId }: { projectId: string; controlId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const query = controlCommentsQuery(projectId, controlId);
  const open = useQuery(
    allowedRowsQuery({ on: "control", ids: [controlId], action: "control.comment" }),
  ).data;
  const isArchived = useIsArchived(projectId);
  const send = async (text: string) => {
    const path = { id: projectId, controlId };
    await api.POST("/projects/{id}/controls/{controlId}/comments", { params: { path }, body: { text } });
    await queries.invalidateQueries(query);
  };
  return (
    <>
      <NewComment
        about={controlId}
        isAllowed={open?.has(controlId) === true}
        isArchived={isArchived}
        send={send}
      />
      <WhenLoaded query={useQuery(query)} lines={2}>
        {({ comments, pagination: { total } }) => (
          <>
            <Comments comments={comments} />
            {total > comments.length && (
              <Note>{t("comments.older", { count: total - comments.length })}</Note>
            )}
          </>
        )}
      </WhenLoaded>
    </>
  );
}
