import { queryOptions } from "@tanstack/react-query";
import { api, told } from "../../http/client.ts";

export const secondFactorQuery = queryOptions({
  queryKey: ["me", "second-factor"],
  queryFn: ({ signal }) => told(api.GET("/auth/totp", { signal })),
});

/** The chats from which the person acts. */
export const linkedAccountsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["me", "linked-accounts", userId],
    queryFn: ({ signal }) =>
      told(api.GET("/linked-accounts", { params: { query: { user_id: userId } }, signal })),
  });
