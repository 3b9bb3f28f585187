import { offeredProviders } from "../../domain/identity-providers/identity-provider.queries.ts";
import type { RouteContext } from "../route.ts";

export const PROVIDER_SIGN_IN_PATH = "/auth/upstream";
/** Longer values would not fit into the cookie. */
export const RETURN_TO_MAX = 2_000;

/** The buttons on the sign-in page: one per identity provider, each returning to the current page. */
export async function signInLinks(
  ctx: RouteContext,
  returnTo: string,
): Promise<Record<"name" | "text" | "href", string>[]> {
  if (returnTo.length > RETURN_TO_MAX) return [];
  const query = new URLSearchParams({ return_to: returnTo }).toString();
  return (await offeredProviders(ctx.em)).map(({ id, name }) => ({
    name,
    text: `Sign in with ${name}`,
    href: `${PROVIDER_SIGN_IN_PATH}/${id}?${query}`,
  }));
}
