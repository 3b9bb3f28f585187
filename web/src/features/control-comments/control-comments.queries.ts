import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../http/client.ts";

const NEWEST = 50;

/** The newest comments on a control. */
export const controlCommentsQuery = (projectId: string, controlId: string) =>
  queryOptions({
    queryKey: ["controls", "comments", controlId],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/projects/{id}/controls/{controlId}/comments", {
          params: { path: { id: projectId, controlId }, query: { limit: NEWEST } },
          signal,
        }),
      ),
  });

/** Whether the caller may comment on the control. */
export const mayCommentQuery = (controlId: string) =>
  queryOptions({
    queryKey: ["permissions", "control", controlId],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/auth/permissions/rows", { params: { query: { on: "control", ids: controlId } }, signal }),
      ),
    select: ({ permissions }) => permissions.some(({ actions }) => actions.includes("control.comment")),
  });
