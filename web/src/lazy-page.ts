import { lazyRouteComponent } from "@tanstack/react-router";
import { ApiError } from "./http/api-error.ts";

const isAnswered = (): Promise<boolean> =>
  fetch("/api/health").then(
    () => true,
    () => false,
  );

/**
 * A page that is loaded when it is opened. If the service cannot be reached, the page reports it and can be
 * retried. Otherwise its file was replaced by a new version, and the router reloads the window.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        if (await isAnswered()) throw error;
        throw ApiError.unreachable(new Error("The page could not be loaded"));
      }),
    name,
  );
