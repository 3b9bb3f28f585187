import { useQuery, useQueryClient } from "@tanstack/react-query";
import { rootApi } from "../../http/client.ts";
import { Discussion } from "../comments/discussion.tsx";
import { permissionsQuery } from "../identity/session.queries.ts";
import { olderComments, type FindingDetail } from "./finding.queries.ts";

/** The comments on a finding, oldest first. */
export function FindingComments({ finding }: { finding: FindingDetail }) {
  const { id, project_id: projectId, comments, comment_count: count } = finding;
  const queries = useQueryClient();
  const permissions = useQuery(permissionsQuery({ finding_id: id })).data;
  const send = async (text: string) => {
    const body = { text, reply_to: null };
    await rootApi.POST("/api/findings/{id}/comments", { params: { path: { id } }, body });
    await queries.invalidateQueries({ queryKey: ["findings", "one", id] });
  };
  return (
    <Discussion
      about={id}
      projectId={projectId}
      latest={comments.toReversed()}
      count={count}
      older={olderComments(id)}
      isChronological
      isAllowed={permissions?.has("finding.comment") === true}
      send={send}
    />
  );
}
