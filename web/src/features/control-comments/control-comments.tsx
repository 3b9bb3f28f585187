import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../http/client.ts";
import { Comments } from "../../ui/comments.tsx";
import { NewComment } from "../../ui/new-comment.tsx";
import { ShowOlder } from "../../ui/show-older.tsx";
import { useKeptFocus } from "../../ui/use-kept-focus.ts";
import { useOlder } from "../../ui/use-older.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { allowedRowsQuery } from "../identity/session.queries.ts";
import { useIsArchived } from "../projects/use-is-archived.ts";
import { controlCommentsQuery, olderControlComments } from "./control-comments.queries.ts";

/** The comments on a control, newest first. */
export function ControlComments({ projectId, controlId }: { projectId: string; controlId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const query = controlCommentsQuery(projectId, controlId);
  const older = useOlder(olderControlComments(projectId, controlId));
  const open = useQuery(
    allowedRowsQuery({ on: "control", ids: [controlId], action: "control.comment" }),
  ).data;
  const isArchived = useIsArchived(projectId);
  const kept = useKeptFocus<HTMLDivElement>();
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
        {({ comments, pagination: { total } }) => {
          const shown = [...comments, ...older.pages.flatMap((page) => page.comments)];
          const hidden = total - shown.length;
          return (
            <div {...kept} role="group" aria-label={t("comments.title")}>
              <Comments comments={shown} />
              {hidden > 0 && (
                <ShowOlder
                  label={t("comments.older", { count: hidden })}
                  query={older.query}
                  onShow={older.show}
                />
              )}
            </div>
          );
        }}
      </WhenLoaded>
    </>
  );
}
