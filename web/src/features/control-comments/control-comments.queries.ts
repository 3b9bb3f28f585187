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
