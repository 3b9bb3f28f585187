type Json = Record<string, unknown>;

/** Parameters and fields with an id, and the list that contains such ids. */
const LISTS: Readonly<Record<string, string>> = {
  project_id: "/api/v1/projects",
  evidence_id: "/api/v1/evidence",
  agent_id: "/api/agents",
  user_id: "/api/v1/users",
  assigned_to: "/api/v1/users",
  customer_id: "/api/v1/users",
  auditor_id: "/api/v1/users",
};

/** The ids in the first list of the response data. */
function idsIn(body: unknown): string[] {
  const { data } = body as { data?: Json };
  const rows = (Object.values(data ?? {}).find(Array.isArray) ?? []) as Json[];
  return rows.map((row) => row["id"] ?? row["client_id"]).filter((id) => typeof id === "string");
}

async function idsOf(baseUrl: string, authorization: string, list: string): Promise<string[]> {
  const response = await fetch(`${baseUrl}${list}`, { headers: { authorization } });
  return response.ok ? idsIn(await response.json()) : [];
}

/** Existing ids by parameter, so that requests reach more than "not found". */
export async function findKnownIds(
  baseUrl: string,
  authorization: string,
): Promise<Record<string, string[]>> {
  const known: Record<string, string[]> = {};
  for (const [name, list] of Object.entries(LISTS)) {
    const ids = await idsOf(baseUrl, authorization, list);
    if (ids.length === 0) continue;
    known[`query.${name}`] = ids;
    known[`body.${name}`] = ids;
  }
  return known;
}
