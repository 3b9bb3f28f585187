import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../http/client.ts";

const PAGE = 100;

/** The newest comments on a control. */
export const controlCommentsQuery = (projectId: string, controlId: string) =>
  queryOptions({
    queryKey: ["controls", "comments", controlId],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/projects/{id}/controls/{controlId}/comments", {
          params: { path: { id: projectId, controlId }, query: { limit: PAGE } },
          signal,
        }),
      ),
  });

/** The comments before those; loaded again with them. */
export const olderControlComments = (projectId: string, controlId: string) => ({
  queryKey: ["controls", "comments", controlId, "older"],
  load: (page: number, signal: AbortSignal) => {
    const params = { path: { id: projectId, controlId }, query: { page, limit: PAGE } };
    return dataOf(api.GET("/projects/{id}/controls/{controlId}/comments", { params, signal }));
  },
});
