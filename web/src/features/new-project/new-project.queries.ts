import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";
import { foundPeople, type WantedPeople } from "../users/found-people.ts";

export type Framework = AnswerOf<"/compliance/frameworks">["frameworks"][number];

const HOUR_MS = 3_600_000;

export const frameworksQuery = queryOptions({
  queryKey: ["frameworks"],
  queryFn: ({ signal }) => dataOf(api.GET("/compliance/frameworks", { signal })),
  staleTime: HOUR_MS,
});

const findAuditors = async (query: WantedPeople, signal: AbortSignal) =>
  (await dataOf(api.GET("/users/auditors", { params: { query }, signal }))).auditors;

/** Active users; of a role, if one is given. */
async function findActive(wanted: WantedPeople & { role?: "customer" }, signal: AbortSignal) {
  const query = { ...wanted, status: "active" } as const;
  return (await dataOf(api.GET("/users", { params: { query }, signal }))).users;
}

/** Active people of a role. */
export const peopleQuery = (role: "customer" | "auditor", search: string) =>
  foundPeople(role, search, (wanted, signal) =>
    role === "auditor" ? findAuditors(wanted, signal) : findActive({ ...wanted, role }, signal),
  );

/** Active people whom the user may add to a team: those they may read, and all auditors. */
export const candidatesQuery = (search: string) =>
  foundPeople("candidates", search, async (wanted, signal) => {
    const [users, auditors] = await Promise.all([findActive(wanted, signal), findAuditors(wanted, signal)]);
    const found = new Map([...users, ...auditors].map((person) => [person.id, person]));
    return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
  });
