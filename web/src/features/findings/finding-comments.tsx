import { useQuery, useQueryClient } from "@tanstack/react-query";
import { rootApi } from "../../http/client.ts";
import { Comments } from "../../ui/comments.tsx";
import { NewComment } from "../../ui/new-comment.tsx";
import { permissionsQuery } from "../identity/session.queries.ts";
import { useIsArchived } from "../projects/use-is-archived.ts";
import type { FindingDetail } from "./finding.queries.ts";

/** The comments on a finding, and a field to add one. */
export function FindingComments({ finding }: { finding: FindingDetail }) {
  const { id, project_id: projectId, comments } = finding;
  const queries = useQueryClient();
  const permissions = useQuery(permissionsQuery({ finding_id: id })).data;
  const isArchived = useIsArchived(projectId);
  const send = async (text: string) => {
    const body = { text, reply_to: null };
    await rootApi.POST("/api/findings/{id}/comments", { params: { path: { id } }, body });
    await queries.invalidateQueries({ queryKey: ["findings", "one", id] });
  };
  return (
    <>
      <Comments comments={comments} />
      <NewComment
        about={id}
        isAllowed={permissions?.has("finding.comment") === true}
        isArchived={isArchived}
        send={send}
      />
    </>
  );
}
