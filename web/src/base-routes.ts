import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, notFound, redirect } from "@tanstack/react-router";
import { ApiError } from "./http/api-error.ts";
import { profileQuery } from "./features/identity/session.queries.ts";
import { lazyPage } from "./lazy-page.ts";
import { readSearch } from "./read-search.ts";
import { Missing } from "./shell/missing.tsx";
import { Shell } from "./shell/shell.tsx";
import { StartProblem } from "./shell/start-problem.tsx";
import { Starting } from "./shell/starting.tsx";

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
  component: Shell,
  pendingComponent: Starting,
  errorComponent: StartProblem,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.query({ ...profileQuery, staleTime: "static" });
    } catch (error) {
      if (!(error instanceof ApiError && error.isSignedOut)) throw error;
      redirect({ to: "/sign-in", search: { to: location.href }, throw: true });
    }
  },
});

interface Loading {
  context: { queryClient: QueryClient };
}

/** For a page that requires this permission: other users get "not found". */
export const onlyFor = (permission: string) => ({
  loader: async ({ context }: Loading): Promise<void> => {
    const { permissions } = await context.queryClient.query({ ...profileQuery, staleTime: "static" });
    if (!permissions.includes(permission)) notFound({ throw: true });
  },
  notFoundComponent: Missing,
});
