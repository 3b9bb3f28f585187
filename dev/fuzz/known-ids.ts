type Json = Record<string, unknown>;

/** Fields and parameters with an id, and the list that contains such ids. */
const LISTS: Readonly<Record<string, string>> = {
  project_id: "/api/v1/projects",
  evidence_id: "/api/v1/evidence",
  finding_id: "/api/findings",
  policy_id: "/api/v1/policies",
  webhook_id: "/api/v1/webhooks",
  questionnaire_id: "/api/v1/questionnaires",
  conversation_id: "/api/v1/ai/conversations",
  agent_id: "/api/agents",
  user_id: "/api/v1/users",
  assigned_to: "/api/v1/users",
  owner_id: "/api/v1/users?role=manager",
  manager_id: "/api/v1/users?role=manager",
  customer_id: "/api/v1/users?role=customer",
  auditor_id: "/api/v1/users?role=auditor",
};

/** The ids in the first list of the response data. */
function idsIn(body: unknown): string[] {
  const { data } = body as { data?: Json };
  const rows = (Object.values(data ?? {}).find(Array.isArray) ?? []) as Json[];
  return rows
    .map((row) => row["id"] ?? row["client_id"] ?? row["control_id"] ?? row["user_id"])
    .filter((id) => typeof id === "string");
}

/** The ids of a list; none if the caller may not read it, or there is no such list. */
export type ListIds = (list: string) => Promise<readonly string[]>;

/** Reads each list once. */
export function createListIds(baseUrl: string, authorization: string): ListIds {
  const known = new Map<string, Promise<string[]>>();
  const read = async (list: string): Promise<string[]> => {
    const response = await fetch(`${baseUrl}${list}`, { headers: { authorization } });
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return response.ok && isJson ? idsIn(await response.json()) : [];
  };
  return (list) => {
    const ids = known.get(list) ?? read(list);
    known.set(list, ids);
    return ids;
  };
}

/** Existing ids by the name of the parameter or field, so that requests reach more than "not found". */
export async function findKnownIds(idsOf: ListIds): Promise<Record<string, readonly string[]>> {
  const known: Record<string, readonly string[]> = {};
  for (const [name, list] of Object.entries(LISTS)) {
    const ids = await idsOf(list);
    if (ids.length > 0) known[name] = ids;
  }
  return known;
}
