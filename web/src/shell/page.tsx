import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { permissionsQuery } from "../features/identity/session.queries.ts";
import { isMissing } from "../http/is-missing.ts";
import { LOOK_MS } from "./look-ms.ts";
import { Lost, Missing } from "./missing.tsx";
import { resourceOf } from "./resource-of.ts";

const NOTHING = { project_id: "" };

/** The page of the address, unless what it is about was deleted, or is no longer visible to the user. */
export function Page() {
  const resource = resourceOf(useLocation().pathname);
  const { error, data } = useQuery({
    ...permissionsQuery(resource ?? NOTHING),
    enabled: resource !== null,
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : LOOK_MS),
  });
  if (!isMissing(error)) return <Outlet />;
  return data === undefined ? <Missing /> : <Lost />;
}
