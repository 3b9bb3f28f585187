import type { permissionsQuery } from "../features/identity/session.queries.ts";

const OF_RESOURCE = /^\/(projects|audits|evidence|policies)\/([0-9a-f-]{36})(?:\/|$)/;

/** What a page is about, by its address. */
export function resourceOf(pathname: string): Parameters<typeof permissionsQuery>[0] | null {
  const [, kind, id] = OF_RESOURCE.exec(pathname) ?? [];
  if (id === undefined) return null;
  if (kind === "evidence") return { evidence_id: id };
  return kind === "policies" ? { policy_id: id } : { project_id: id };
}
