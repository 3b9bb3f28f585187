import { decide } from "../../domain/access/decide.ts";
import { readSecondFactorHolders } from "../../domain/identity/second-factor.queries.ts";
import { userAccess } from "../../domain/users/user.access.ts";
import type { User } from "../../domain/users/user.entity.ts";
import type { UserListInput } from "../../domain/users/user.queries.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import type { RouteContext } from "../route.ts";
import { only } from "../../domain/only.rules.ts";

/** A user, and whether signing in requires a second factor; undefined for callers who need not know. */
export interface UserWithFactor {
  user: Row<User>;
  hasSecondFactor: boolean | undefined;
}

const mayKnow = ({ actor }: RouteContext): boolean => decide(actor, userAccess["user.manage"], {}).allowed;

/** The users with their second factors, read with one query. */
export async function withFactors(ctx: RouteContext, users: readonly Row<User>[]): Promise<UserWithFactor[]> {
  const known = mayKnow(ctx)
    ? await readSecondFactorHolders(
        ctx.em,
        users.map(({ id }) => id),
      )
    : null;
  return users.map((user) => ({ user, hasSecondFactor: known?.has(user.id) }));
}

export const withFactor = async (ctx: RouteContext, user: Row<User>): Promise<UserWithFactor> =>
  only(await withFactors(ctx, [user]));

/** The users with or without a second factor; no one for callers who need not know. */
export async function idsByFactor(
  ctx: RouteContext,
  wanted: boolean | undefined,
): Promise<UserListInput["ids"]> {
  if (wanted === undefined) return undefined;
  if (!mayKnow(ctx)) return { among: [] };
  const holders = [...(await readSecondFactorHolders(ctx.em))];
  return wanted ? { among: holders } : { except: holders };
}
