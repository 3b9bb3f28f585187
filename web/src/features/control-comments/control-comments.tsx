import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../http/client.ts";
import { WhenLoaded } from "../../ui/when-loaded.tsx";
import { Discussion } from "../comments/discussion.tsx";
import { allowedRowsQuery } from "../identity/session.queries.ts";
import { controlCommentsQuery, olderControlComments } from "./control-comments.queries.ts";

/** The comments on a control, newest first. */
export function ControlComments({ projectId, controlId }: { projectId: string; controlId: string }) {
  const queries = useQueryClient();
  const query = controlCommentsQuery(projectId, controlId);
  const open = useQuery(
    allowedRowsQuery({ on: "control", ids: [controlId], action: "control.comment" }),
  ).data;
  const send = async (text: string) => {
    const path = { id: projectId, controlId };
    await api.POST("/projects/{id}/controls/{controlId}/comments", { params: { path }, body: { text } });
    await queries.invalidateQueries(query);
  };
  return (
    <WhenLoaded query={useQuery(query)} lines={2}>
      {({ comments, pagination: { total } }) => (
        <Discussion
          about={controlId}
          projectId={projectId}
          latest={comments}
          count={total}
          older={olderControlComments(projectId, controlId)}
          isAllowed={open?.has(controlId) === true}
          send={send}
        />
      )}
    </WhenLoaded>
  );
}
