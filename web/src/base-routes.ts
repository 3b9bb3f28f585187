import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, notFound, redirect } from "@tanstack/react-router";
import { ApiError } from "./http/api-error.ts";
import { permissionsQuery, profileQuery } from "./features/identity/session.queries.ts";
import { lazyPage } from "./lazy-page.ts";
import { readOverlaySearch } from "./overlay-search.ts";
import { readSearch } from "./read-search.ts";
import { Missing } from "./shell/missing.tsx";
import { resourceOf } from "./shell/resource-of.ts";
import { Shell } from "./shell/shell.tsx";
import { StartProblem } from "./shell/start-problem.tsx";
import { Starting } from "./shell/starting.tsx";
import { keepDraftsOf } from "./ui/use-draft.ts";

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({});

export const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: readSearch({ to: "text", from: "text" }),
  component: lazyPage(() => import("./features/identity/sign-in-page.tsx"), "SignInPage"),
});

/** All other pages require a sign-in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  validateSearch: readOverlaySearch,
  component: Shell,
  pendingComponent: Starting,
  errorComponent: StartProblem,
  beforeLoad: async ({ context, location }) => {
    try {
      const { id } = await context.queryClient.query({ ...profileQuery, staleTime: "static" });
      keepDraftsOf(id);
    } catch (error) {
      if (!(error instanceof ApiError && error.isSignedOut)) throw error;
      redirect({ to: "/sign-in", search: { to: location.href }, throw: true });
    }
  },
});

interface Loading {
  context: { queryClient: QueryClient };
  location: { pathname: string };
}

/**
 * What the user may do there is known before a page is shown: what appears later would move the rest. If it cannot be
 * read, the page shows what it can.
 */
async function loadPermissions({ context, location: { pathname } }: Loading): Promise<void> {
  const resource = resourceOf(pathname);
  if (resource === null) return;
  const query = { ...permissionsQuery(resource), staleTime: "static" } as const;
  await context.queryClient.query(query).catch(() => undefined);
}

/** For a page of a project or of something in it. */
export const withPermissions = { loader: loadPermissions };

/** For a page that requires this permission: other users get "not found". */
export const onlyFor = (permission: string) => ({
  loader: async (loading: Loading): Promise<void> => {
    const { context } = loading;
    const { permissions } = await context.queryClient.query({ ...profileQuery, staleTime: "static" });
    if (!permissions.includes(permission)) notFound({ throw: true });
    await loadPermissions(loading);
  },
  notFoundComponent: Missing,
});
