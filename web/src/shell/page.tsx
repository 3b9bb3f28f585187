import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { permissionsQuery } from "../features/identity/session.queries.ts";
import { ApiError } from "../http/api-error.ts";
import { Missing } from "./missing.tsx";
import { resourceOf } from "./resource-of.ts";

const NOTHING = { project_id: "" };

/** The page of the address, unless what it is about was deleted, or is no longer visible to the user. */
export function Page() {
  const resource = resourceOf(useLocation().pathname);
  const { error } = useQuery({ ...permissionsQuery(resource ?? NOTHING), enabled: resource !== null });
  return error instanceof ApiError && error.status === 404 ? <Missing /> : <Outlet />;
}
