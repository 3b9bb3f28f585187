import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import type { paths } from "../../http/schema.d.ts";

export type Invitation = AnswerOf<"/invitations">["invitations"][number];
export type NewInvitationFields = NonNullable<
  paths["/invitations"]["post"]["requestBody"]
>["content"]["application/json"];
type ListInput = NonNullable<paths["/invitations"]["get"]["parameters"]["query"]>;

export const invitationListQuery = (query: ListInput) =>
  queryOptions({
    queryKey: ["invitations", "list", query],
    queryFn: ({ signal }) => dataOf(api.GET("/invitations", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

const WHILE_WAITING_MS = 2_000;

export const invitationQuery = (id: string) =>
  queryOptions({
    queryKey: ["invitations", "one", id],
    queryFn: ({ signal }) => dataOf(api.GET("/invitations/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data?.mail === "waiting" && data.status === "pending" ? WHILE_WAITING_MS : false,
  });
