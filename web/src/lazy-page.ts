import { lazyRouteComponent } from "@tanstack/react-router";
import { ApiError } from "./http/api-error.ts";

const isAnswered = (): Promise<boolean> =>
  fetch("/api/health").then(
    () => true,
    () => false,
  );

/**
 * A page that is loaded when it is opened. If the service cannot be reached, the page says so and can be tried again.
 * Otherwise its file is gone because there is a new version, and the router reloads the window.
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
