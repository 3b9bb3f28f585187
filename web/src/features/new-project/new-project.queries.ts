import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";

export type Framework = AnswerOf<"/compliance/frameworks">["frameworks"][number];

const HOUR_MS = 3_600_000;
/** The list shows this many people; typing finds others. */
const MAX_SHOWN = 50;

export const frameworksQuery = queryOptions({
  queryKey: ["frameworks"],
  queryFn: ({ signal }) => dataOf(api.GET("/compliance/frameworks", { signal })),
  staleTime: HOUR_MS,
});

/** Active people of a role, by name or address. */
async function findPeople(role: "customer" | "auditor", search: string, signal: AbortSignal) {
  const query = { limit: MAX_SHOWN, ...(search === "" ? {} : { search }) };
  if (role === "auditor")
    return (await dataOf(api.GET("/users/auditors", { params: { query }, signal }))).auditors;
  const customers = { ...query, role, status: "active" } as const;
  return (await dataOf(api.GET("/users", { params: { query: customers }, signal }))).users;
}

export const peopleQuery = (role: "customer" | "auditor", search: string) =>
  queryOptions({
    queryKey: ["users", "for-projects", role, search],
    queryFn: async ({ signal }) =>
      (await findPeople(role, search, signal)).map(({ id, name, email }) => ({ id, name, email })),
    placeholderData: keepPreviousData,
  });

/** Active people whom the user may add to a team: those they may read, and all auditors. */
export const candidatesQuery = (search: string) =>
  queryOptions({
    queryKey: ["users", "for-teams", search],
    queryFn: async ({ signal }) => {
      const query = { limit: MAX_SHOWN, ...(search === "" ? {} : { search }) };
      const [{ users }, auditors] = await Promise.all([
        dataOf(api.GET("/users", { params: { query: { ...query, status: "active" } }, signal })),
        findPeople("auditor", search, signal),
      ]);
      const found = new Map([...users, ...auditors].map(({ id, name, email }) => [id, { id, name, email }]));
      return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
    },
    placeholderData: keepPreviousData,
  });
